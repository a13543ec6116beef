package dev.gatehouse.deadletter;

import dev.gatehouse.deadletter.triage.Stage;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.ErrorCode;
import dev.gatehouse.event.InboundEvent;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Work that is given up on, before it is written down.
 *
 * @param delivery the delivery that failed; null when the event itself did
 * @param destination set exactly when {@code delivery} is
 * @param message what was wrong, for people; names fields and limits, never a value from the body,
 *     a header or a secret. Made safe and cut to {@link
 *     dev.gatehouse.deadletter.triage.SafeText#MAX_MESSAGE} when stored
 * @param transition {@code from>to} of a refused move; {@code from>?} when no move is known
 * @param attempts how often it was tried, 0 for work that never left
 * @param completedSteps what is done already and will not be repeated by a re-run, such as {@code
 *     verdict:applied} or {@code delivered:billing}
 */
public record NewDeadLetter(
    InboundEvent event,
    @Nullable UUID delivery,
    @Nullable DestinationName destination,
    Stage stage,
    ErrorCode code,
    String message,
    @Nullable String transition,
    int attempts,
    @Nullable Instant firstAttemptAt,
    @Nullable Instant lastAttemptAt,
    List<String> completedSteps) {

  public NewDeadLetter {
    completedSteps = List.copyOf(completedSteps);
    if ((delivery == null) != (destination == null)) {
      throw new IllegalArgumentException("a delivery and its destination come together");
    }
    if ((stage == Stage.DELIVER) != (delivery != null)) {
      throw new IllegalArgumentException("the stage deliver, and only it, has a delivery");
    }
  }

  /** An event that could not be read, folded or routed. */
  public static NewDeadLetter ofEvent(
      InboundEvent event,
      Stage stage,
      ErrorCode code,
      String message,
      @Nullable String transition) {
    return new NewDeadLetter(
        event, null, null, stage, code, message, transition, 0, null, null, List.of());
  }

  /** A delivery that was refused or ran out of attempts. */
  public static NewDeadLetter ofDelivery(
      InboundEvent event,
      UUID delivery,
      DestinationName destination,
      ErrorCode code,
      String message,
      int attempts,
      @Nullable Instant firstAttemptAt,
      @Nullable Instant lastAttemptAt,
      List<String> completedSteps) {
    return new NewDeadLetter(
        event,
        delivery,
        destination,
        Stage.DELIVER,
        code,
        message,
        null,
        attempts,
        firstAttemptAt,
        lastAttemptAt,
        completedSteps);
  }
}
