package dev.gatehouse.deliver.worker;

import dev.gatehouse.deliver.breaker.BreakerSettings;
import dev.gatehouse.deliver.breaker.Tally;
import dev.gatehouse.deliver.retry.AttemptResult;
import dev.gatehouse.deliver.retry.NextStep;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What an attempt says of its destination's health.
 *
 * <p>No answer, 408, 429, 5xx, redirects and answers outside of HTTP's range are bad. Another 4xx
 * is good: the destination is up, it is this delivery it does not want. What means pause or stop
 * pauses.
 *
 * @param move of the circuit; null when it stays
 */
record Judgement(Tally tally, @Nullable CircuitMove move) {

  static Judgement of(
      Attempted attempted, BreakerSettings settings, Tally before, String node, Instant at) {
    String text = attempted.result().text();
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
    if (attempted.result() instanceof AttemptResult.Forbidden) {
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
