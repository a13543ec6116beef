package dev.gatehouse.process.machine;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which states can follow which, guards aside. */
final class StateGraph {
  private final Map<String, Set<String>> ahead = new HashMap<>();

  StateGraph(Collection<String> states, List<Move> moves) {
    for (String state : states) {
      ahead.put(state, reach(state, moves));
    }
  }

  /** Every state that can still come after that one; itself only when there is a way back. */
  Set<String> ahead(String state) {
    return ahead.getOrDefault(state, Set.of());
  }

  private static Set<String> reach(String start, List<Move> moves) {
    Set<String> seen = new LinkedHashSet<>();
    ArrayDeque<String> open = new ArrayDeque<>(List.of(start));
    while (!open.isEmpty()) {
      String state = open.remove();
      for (Move move : moves) {
        if (move.from().contains(state) && seen.add(move.to())) {
          open.add(move.to());
        }
      }
    }
    return seen;
  }
}
