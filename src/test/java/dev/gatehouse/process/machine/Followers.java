package dev.gatehouse.process.machine;

import dev.gatehouse.condition.Facts;
import dev.gatehouse.event.InboundEvent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What a stage does with waiting events, in its plainest form. */
final class Followers {
  private Followers() {}

  /** An event with its facts, waiting. */
  record Waiting(InboundEvent event, Facts facts) {}

  /** A waiting event and the verdict it got, never {@link Verdict.Deferred}. */
  record Settled(InboundEvent event, Verdict verdict) {}

  /**
   * Folds waiting events of one entity in the machine's order, and again from the start after each
   * that changes the entity, until none moves any more. Those not in the answer go on waiting.
   *
   * @param state the entity after the event that came in
   * @return in the order in which they were folded; the last {@link Verdict#next} that is not null
   *     is where the entity ends up
   */
  static List<Settled> settle(Machine machine, EntityState state, List<Waiting> waiting) {
    List<Waiting> left = new ArrayList<>(waiting);
    left.sort(Comparator.comparing(Waiting::event, machine.inOrder()));
    List<Settled> settled = new ArrayList<>();
    EntityState now = state;
    int i = 0;
    while (i < left.size()) {
      Waiting one = left.get(i);
      Verdict verdict = machine.fold(now, one.event(), one.facts());
      if (verdict instanceof Verdict.Deferred) {
        i++;
        continue;
      }
      left.remove(i);
      settled.add(new Settled(one.event(), verdict));
      EntityState next = verdict.next();
      if (next != null) {
        now = next;
        i = 0;
      }
    }
    return settled;
  }
}
