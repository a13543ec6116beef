package dev.gatehouse.replay.plan;

import java.time.Duration;
import java.time.Instant;

/**
 * Spreads starts over time. What was not used is kept for half a second at most, so a pause does
 * not end in a flood.
 */
public final class Pace {
  private static final Duration SAVED = Duration.ofMillis(500);

  private Pace() {}

  /**
   * How many may start now.
   *
   * @param paid up to when starts are paid for, as {@link #paid} gave it
   */
  public static int allowed(Instant paid, Instant now, int perSecond) {
    Duration saved = Duration.between(from(paid, now), now);
    return saved.isNegative()
        ? 0
        : Math.max(0, (int) (saved.toNanos() * perSecond / 1_000_000_000L));
  }

  /** Up to when starts are paid for after {@code started} more. */
  public static Instant paid(Instant paid, Instant now, int started, int perSecond) {
    return from(paid, now).plusNanos(started * 1_000_000_000L / perSecond);
  }

  private static Instant from(Instant paid, Instant now) {
    // At one per second, half a second would never be worth a start.
    Instant earliest = now.minus(SAVED.multipliedBy(2));
    return paid.isBefore(earliest) ? earliest : paid;
  }
}
