package dev.gatehouse.process.lane;

import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.ErrorCode;
import dev.gatehouse.event.EventId;
import dev.gatehouse.process.machine.VerdictKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What would become of an event if it were run again now.
 *
 * @param verdict DEFERRED when it would wait for a predecessor
 * @param held it would wait behind another dead event of its entity; the verdict is DEFERRED
 * @param reason why, as {@code outcome.reason} has it
 * @param failure the code of the dead letter it would leave; null: none
 * @param to where it would be delivered and has not been sent before
 */
public record Rehearsed(
    EventId event,
    VerdictKind verdict,
    boolean held,
    @Nullable String reason,
    @Nullable ErrorCode failure,
    List<DestinationName> to) {
  public Rehearsed {
    to = List.copyOf(to);
  }
}
