package dev.gatehouse.deliver.breaker;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What one node has lately seen of a destination: failures in a row, and results over a window kept
 * as two halves, so that the view slides without remembering each result.
 *
 * @param since when the current half began
 * @param refused how many deliveries were refused for good since the last that was taken
 */
public record Tally(
    int consecutive,
    int good,
    int bad,
    int earlierGood,
    int earlierBad,
    Instant since,
    int refused) {

  /** Nothing seen yet. */
  public static Tally empty(Instant now) {
    return new Tally(0, 0, 0, 0, 0, now, 0);
  }

  /** With one more result. */
  public Tally with(boolean healthy, Instant now, BreakerSettings settings) {
    Tally at = rolled(now, settings.window().dividedBy(2));
    return healthy
        ? new Tally(0, at.good + 1, at.bad, at.earlierGood, at.earlierBad, at.since, refused)
        : new Tally(
            consecutive + 1, at.good, at.bad + 1, at.earlierGood, at.earlierBad, at.since, refused);
  }

  /** With one more delivery that was refused for good. */
  public Tally refusal() {
    return refused(refused + 1);
  }

  /** With a delivery that was taken. */
  public Tally taken() {
    return refused(0);
  }

  private Tally refused(int now) {
    return new Tally(consecutive, good, bad, earlierGood, earlierBad, since, now);
  }

  /** Why the circuit should open now; empty while things are well enough. */
  public Optional<String> alarm(BreakerSettings settings) {
    if (consecutive >= settings.consecutiveFailures()) {
      return Optional.of(consecutive + " failures in a row");
    }
    int failed = bad + earlierBad;
    int all = failed + good + earlierGood;
    return all >= settings.minimumResults() && failed >= settings.failureRatio() * all
        ? Optional.of(failed + " of the last " + all + " attempts failed")
        : Optional.empty();
  }

  private Tally rolled(Instant now, Duration half) {
    if (now.isBefore(since.plus(half))) {
      return this;
    }
    return now.isBefore(since.plus(half).plus(half))
        ? new Tally(consecutive, 0, 0, good, bad, now, refused)
        : new Tally(consecutive, 0, 0, 0, 0, now, refused);
  }
}
