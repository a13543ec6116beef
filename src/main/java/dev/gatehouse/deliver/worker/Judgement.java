package dev.gatehouse.deliver.worker;

import dev.gatehouse.deliver.breaker.BreakerSettings;
import dev.gatehouse.deliver.breaker.Tally;
import dev.gatehouse.deliver.retry.AttemptResult;
import dev.gatehouse.deliver.retry.NextStep;
import dev.gatehouse.event.ErrorCode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What an attempt says of its destination's health.
 *
 * <p>No answer, 408, 429, 5xx, redirects and answers outside of HTTP's range are bad. Another 4xx
 * is good: the destination is up, it is this delivery it does not want. What means pause or stop
 * pauses, and so do many refusals in a row: a fault that hits every delivery must not become
 * thousands of dead letters.
 *
 * @param move of the circuit; null when it stays
 */
record Judgement(Tally tally, @Nullable CircuitMove move) {

  static Judgement of(
      Attempted attempted, BreakerSettings settings, Tally earlier, String node, Instant at) {
    String text = attempted.result().text();
    Tally before = counted(attempted, earlier);
    if (before.refused() >= settings.consecutiveRefusals()) {
      String why = before.refused() + " deliveries refused in a row: " + text;
      return new Judgement(before.taken(), (circuit, now) -> circuit.paused(why, now));
    }
    if (attempted.step() instanceof NextStep.Hold || attempted.step() instanceof NextStep.Stop) {
      String why = why(attempted) + text;
      return new Judgement(before, (circuit, now) -> circuit.paused(why, now));
    }
    boolean well = attempted.delivered() || isWell(attempted.result());
    if (attempted.probe()) {
      return new Judgement(
          before,
          well
              ? (circuit, now) -> circuit.probeSucceeded(node, now)
              : (circuit, now) -> circuit.probeFailed(node, text, now, settings));
    }
    if (attempted.result() instanceof AttemptResult.Forbidden
        || attempted.result() instanceof AttemptResult.Unshaped) {
      return new Judgement(before, null);
    }
    Tally after = before.with(well, at, settings);
    CircuitMove move =
        after
            .alarm(settings)
            .<CircuitMove>map(
                why ->
                    (circuit, now) ->
                        circuit.opened(why + "; " + text, after.consecutive(), now, settings))
            .orElse(null);
    return new Judgement(after, move);
  }

  private static Tally counted(Attempted attempted, Tally before) {
    return switch (attempted.step()) {
      case NextStep.Done done -> before.taken();
      case NextStep.GiveUp gone when gone.code() == ErrorCode.DESTINATION_REJECTED ->
          before.refusal();
      case NextStep.GiveUp gone -> before;
      case NextStep.Stop stop -> before;
      case NextStep.Hold hold -> before;
      case NextStep.TryAfter later -> before;
    };
  }

  private static String why(Attempted attempted) {
    if (attempted.step() instanceof NextStep.Stop) {
      return "the receiver said stop: ";
    }
    return attempted.result() instanceof AttemptResult.Answered answered
            && (answered.status() == 401 || answered.status() == 403)
        ? "credentials refused: "
        : "set to pause on this: ";
  }

  private static boolean isWell(AttemptResult result) {
    return result instanceof AttemptResult.Answered answered
        && (answered.status() / 100 == 2
            || answered.status() / 100 == 4
                && answered.status() != 408
                && answered.status() != 429);
  }
}
