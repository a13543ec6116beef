package dev.gatehouse.process.machine;

import dev.gatehouse.condition.Condition;
import dev.gatehouse.condition.Facts;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A listed move, checked.
 *
 * @param from every state it leaves; {@code *} already spelled out
 */
record Move(TypePattern on, Set<String> from, String to, @Nullable Condition guard) {
  Move {
    from = Set.copyOf(from);
  }

  @Nullable String guardText() {
    return guard == null ? null : guard.text();
  }

  /** Whether the guard lets the event move from that state. */
  boolean allows(String state, Facts facts) {
    return guard == null || guard.test(facts.moving(state, to));
  }
}
