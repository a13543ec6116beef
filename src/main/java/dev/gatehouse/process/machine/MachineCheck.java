package dev.gatehouse.process.machine;

import dev.gatehouse.condition.Condition;
import dev.gatehouse.condition.ConditionMistake;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Turns settings into a machine, or says everything that is wrong with them. */
final class MachineCheck {
  static final String ANY = "*";
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_-]{0,62}");
  private static final Pattern STATE = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N}_.: -]{0,62}");

  private final MachineSettings settings;
  private final List<Mistake> mistakes = new ArrayList<>();

  MachineCheck(MachineSettings settings) {
    this.settings = settings;
  }

  Checked run() {
    if (!NAME.matcher(settings.name()).matches()) {
      mistake("", "a machine name matches " + NAME.pattern());
    }
    if (settings.sources().isEmpty()) {
      mistake("source", "names no source");
    }
    if (settings.transitions().isEmpty()) {
      mistake("transitions", "at least one is expected");
    }
    if (settings.illegal() == MachineSettings.Illegal.DEFER && !settings.deferFor().isPositive()) {
      mistake("defer_for", "longer than zero is expected where illegal is defer");
    }
    List<String> states = states();
    checkStates(states);
    List<Move> moves = moves(states);
    if (!mistakes.isEmpty()) {
      return new Checked.Bad(mistakes);
    }
    StateGraph graph = new StateGraph(states, moves);
    checkReach(states, graph);
    checkAmbiguity(moves);
    return mistakes.isEmpty()
        ? new Checked.Good(new Machine(settings, states, moves, graph))
        : new Checked.Bad(mistakes);
  }

  /** The listed order, or the order of first appearance. */
  private List<String> states() {
    if (!settings.states().isEmpty()) {
      return settings.states();
    }
    Set<String> seen = new LinkedHashSet<>(List.of(settings.initial()));
    for (MachineSettings.Transition transition : settings.transitions()) {
      transition.from().stream().filter(state -> !state.equals(ANY)).forEach(seen::add);
      seen.add(transition.to());
    }
    return List.copyOf(seen);
  }

  private void checkStates(List<String> states) {
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < settings.states().size(); i++) {
      if (!seen.add(settings.states().get(i))) {
        mistake("states[" + i + "]", "stands twice: " + settings.states().get(i));
      }
    }
    known("initial", settings.initial(), states);
    for (int i = 0; i < settings.terminal().size(); i++) {
      known("terminal[" + i + "]", settings.terminal().get(i), states);
    }
  }

  private void known(String path, String state, List<String> states) {
    if (!STATE.matcher(state).matches()) {
      mistake(path, "a state of 1 to 63 letters, digits, blanks and _.:- is expected");
    } else if (!states.contains(state)) {
      mistake(path, "no such state: " + state + "; there are " + String.join(", ", states));
    }
  }

  private List<Move> moves(List<String> states) {
    List<Move> moves = new ArrayList<>();
    for (int i = 0; i < settings.transitions().size(); i++) {
      MachineSettings.Transition transition = settings.transitions().get(i);
      String path = "transitions[" + i + "]";
      int before = mistakes.size();
      TypePattern on = pattern(path + ".on", transition.on());
      Condition guard = guard(path + ".when", transition.when());
      known(path + ".to", transition.to(), states);
      checkFrom(path + ".from", transition.from(), states);
      if (mistakes.size() == before && on != null) {
        moves.add(new Move(on, leaves(transition, states), transition.to(), guard));
      }
    }
    return moves;
  }

  private void checkFrom(String path, List<String> from, List<String> states) {
    if (from.isEmpty()) {
      mistake(path, "at least one state is expected, or " + ANY);
    }
    if (from.contains(ANY) && from.size() > 1 && !settings.terminal().containsAll(named(from))) {
      mistake(path, ANY + " stands for all; only terminal states may be named beside it");
    }
    if (new HashSet<>(from).size() < from.size()) {
      mistake(path, "a state stands twice");
    }
    named(from).forEach(state -> known(path, state, states));
  }

  private static List<String> named(List<String> from) {
    return from.stream().filter(state -> !state.equals(ANY)).toList();
  }

  private Set<String> leaves(MachineSettings.Transition transition, List<String> states) {
    Set<String> from = new LinkedHashSet<>(named(transition.from()));
    if (transition.from().contains(ANY)) {
      for (String state : states) {
        if (!state.equals(transition.to()) && !settings.terminal().contains(state)) {
          from.add(state);
        }
      }
    }
    return from;
  }

  private @Nullable TypePattern pattern(String path, String on) {
    try {
      TypePattern pattern = new TypePattern(on);
      if (!pattern.isAny()) {
        return pattern;
      }
      mistake(path, "an event type or a prefix such as order.* is expected");
    } catch (IllegalArgumentException e) {
      mistake(path, String.valueOf(e.getMessage()));
    }
    return null;
  }

  private @Nullable Condition guard(String path, @Nullable String when) {
    try {
      return when == null ? null : Condition.compile(when);
    } catch (ConditionMistake e) {
      mistake(path, String.valueOf(e.getMessage()));
      return null;
    }
  }

  private void checkReach(List<String> states, StateGraph graph) {
    for (String state : states) {
      if (!state.equals(settings.initial()) && !graph.ahead(settings.initial()).contains(state)) {
        mistake("", "state " + state + " cannot be reached from " + settings.initial());
      }
    }
  }

  /**
   * The first move in file order whose guard holds wins, so a move that can never have its turn is
   * a mistake. A later {@code *} may be the rest that earlier ones leave over.
   */
  private void checkAmbiguity(List<Move> moves) {
    for (int later = 1; later < moves.size(); later++) {
      Set<String> left = new LinkedHashSet<>(moves.get(later).from());
      for (int earlier = 0; earlier < later; earlier++) {
        if (shadows(moves.get(earlier), moves.get(later))) {
          left.removeAll(moves.get(earlier).from());
          checkPair(moves, earlier, later, left.isEmpty());
        }
      }
    }
  }

  private void checkPair(List<Move> moves, int earlier, int later, boolean nothingLeft) {
    List<String> both = new ArrayList<>(settings.transitions().get(later).from());
    both.retainAll(moves.get(earlier).from());
    if (!both.isEmpty() || nothingLeft) {
      mistake(
          "transitions[" + later + "]",
          "never has its turn"
              + (both.isEmpty() ? "" : " from " + String.join(", ", both))
              + ": transitions["
              + earlier
              + "] takes "
              + moves.get(later).on()
              + " first; give them guards that differ");
    }
  }

  private static boolean shadows(Move earlier, Move later) {
    return earlier.on().covers(later.on())
        && (earlier.guard() == null
            || later.guard() != null
                && earlier.guard().text().strip().equals(later.guard().text().strip()));
  }

  private void mistake(String path, String message) {
    mistakes.add(new Mistake(path, message));
  }
}
