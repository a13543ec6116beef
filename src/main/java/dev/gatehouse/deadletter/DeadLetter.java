package dev.gatehouse.deadletter;

import dev.gatehouse.deadletter.triage.Stage;
import dev.gatehouse.deadletter.triage.Status;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.EntityRef;
import dev.gatehouse.event.ErrorCode;
import dev.gatehouse.event.EventId;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A dead letter as far as acting on it needs; the whole record is read by {@code watch.inspect}.
 *
 * @param delivery null when the event itself failed
 * @param entity what the event is about, where it could be read
 * @param recurring failed again after so many re-runs that a person has to look first
 * @param version rises with every change; what a compare-and-set compares
 */
public record DeadLetter(
    DeadLetterId id,
    EventId event,
    @Nullable UUID delivery,
    @Nullable DestinationName destination,
    @Nullable EntityRef entity,
    Stage stage,
    ErrorCode code,
    Status status,
    @Nullable String owner,
    int replayCycles,
    boolean recurring,
    long version) {

  /** The event itself failed, not one of its deliveries. */
  public boolean isOfEvent() {
    return delivery == null;
  }
}
