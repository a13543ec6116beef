package dev.gatehouse.process.ledger;

import dev.gatehouse.event.EventId;
import dev.gatehouse.event.Lane;
import dev.gatehouse.process.machine.EntityState;
import dev.gatehouse.process.machine.Verdict;
import dev.gatehouse.process.machine.VerdictKind;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One line of the log of verdicts: an accepted move, or one that was refused and why.
 *
 * @param run 0 for the first folding, then one more per approved re-run
 * @param entityVersion of the entity afterwards, where the event wrote it
 */
public record Outcome(
    EventId event,
    int run,
    Lane lane,
    VerdictKind verdict,
    @Nullable String from,
    @Nullable String to,
    @Nullable String reason,
    @Nullable String guard,
    @Nullable String machineRevision,
    @Nullable Long entityVersion,
    Instant at,
    String node) {

  public Outcome {
    if (verdict == VerdictKind.DEFERRED) {
      throw new IllegalArgumentException("event " + event + " waits: it has no outcome yet");
    }
  }

  /** Writes a verdict down. */
  public static Outcome of(
      EventId event,
      int run,
      Lane lane,
      Verdict verdict,
      @Nullable String machineRevision,
      Instant at,
      String node) {
    EntityState next = verdict.next();
    return new Outcome(
        event,
        run,
        lane,
        verdict.kind(),
        verdict.from(),
        verdict.to(),
        verdict.reasonCode(),
        verdict.guard(),
        machineRevision,
        next == null ? null : next.version(),
        at,
        node);
  }
}
