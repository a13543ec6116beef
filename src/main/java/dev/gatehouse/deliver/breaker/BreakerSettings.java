package dev.gatehouse.deliver.breaker;

import java.time.Duration;

/**
 * When a circuit opens and how it comes back.
 *
 * @param consecutiveFailures so many failures in a row open it
 * @param failureRatio or this share of the results within the window, above 0 to 1
 * @param minimumResults below so many results in the window the ratio says nothing
 * @param window what the ratio looks back on
 * @param coolDown how long it stays open the first time; doubles each time it fails to come back
 * @param maxCoolDown the longest it stays open without a probe
 * @param probeLease a probe that has not been reported after this is taken to be lost
 * @param ramp how long it takes from the first success to full concurrency
 * @param consecutiveRefusals so many deliveries refused for good in a row, with none delivered
 *     between, pause the destination: what is wrong is not the single delivery
 */
public record BreakerSettings(
    int consecutiveFailures,
    double failureRatio,
    int minimumResults,
    Duration window,
    Duration coolDown,
    Duration maxCoolDown,
    Duration probeLease,
    Duration ramp,
    int consecutiveRefusals) {

  /** Where nothing else is configured. */
  public static final int DEFAULT_REFUSALS = 100;

  /** 20 in a row, or half of at least 20 in 30 seconds; 5 seconds to 5 minutes; 10 seconds up. */
  public static final BreakerSettings DEFAULT =
      new BreakerSettings(
          20,
          0.5,
          20,
          Duration.ofSeconds(30),
          Duration.ofSeconds(5),
          Duration.ofMinutes(5),
          Duration.ofSeconds(30),
          Duration.ofSeconds(10));

  public BreakerSettings {
    if (consecutiveFailures < 1 || minimumResults < 1 || consecutiveRefusals < 1) {
      throw new IllegalArgumentException(
          "consecutive_failures, minimum_results and consecutive_refusals are at least 1");
    }
    if (!(failureRatio > 0 && failureRatio <= 1)) {
      throw new IllegalArgumentException("failure_ratio is above 0 and at most 1");
    }
    requirePositive("window", window);
    requirePositive("cool_down", coolDown);
    requirePositive("probe_lease", probeLease);
    requirePositive("ramp", ramp);
    if (maxCoolDown.compareTo(coolDown) < 0) {
      throw new IllegalArgumentException("max_cool_down is not below cool_down");
    }
  }

  /** With the usual number of refusals. */
  public BreakerSettings(
      int consecutiveFailures,
      double failureRatio,
      int minimumResults,
      Duration window,
      Duration coolDown,
      Duration maxCoolDown,
      Duration probeLease,
      Duration ramp) {
    this(
        consecutiveFailures,
        failureRatio,
        minimumResults,
        window,
        coolDown,
        maxCoolDown,
        probeLease,
        ramp,
        DEFAULT_REFUSALS);
  }

  /** The same, with a probe that is not taken to be lost before that. */
  public BreakerSettings withLeaseOver(Duration attempt) {
    return probeLease.compareTo(attempt) >= 0
        ? this
        : new BreakerSettings(
            consecutiveFailures,
            failureRatio,
            minimumResults,
            window,
            coolDown,
            maxCoolDown,
            attempt,
            ramp,
            consecutiveRefusals);
  }

  /** How long the circuit stays open, the {@code times}-th time in a row, from 1. */
  Duration coolDown(int times) {
    int doublings = Math.clamp(times - 1L, 0, 30);
    Duration longer = coolDown.multipliedBy(1L << doublings);
    return longer.compareTo(maxCoolDown) > 0 ? maxCoolDown : longer;
  }

  private static void requirePositive(String name, Duration span) {
    if (!span.isPositive() || span.compareTo(Duration.ofDays(366)) > 0) {
      throw new IllegalArgumentException(name + " is above zero and at most 366 days");
    }
  }
}
