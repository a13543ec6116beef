package dev.gatehouse.deliver.retry;

import dev.gatehouse.event.ErrorCode;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * How often and how long a delivery is tried.
 *
 * <p>The wait after attempt {@code n} (counted from 1) is drawn evenly from 0 to {@code min(cap,
 * base·2^(n-1))}: "full jitter", which keeps a crowd that failed together apart, also at the cap.
 * Source: Marc Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
 *
 * @param base the longest first wait
 * @param cap the longest wait of all, unless the destination asks for more
 * @param maxAttempts how many attempts one run has; 1 means no second try
 * @param window how long after the first attempt of the run the last may begin
 * @param retryAfterMax a destination that asks for more than this is taken to ask for this
 * @param classification which results heal
 */
public record RetryPolicy(
    Duration base,
    Duration cap,
    int maxAttempts,
    Duration window,
    Duration retryAfterMax,
    Classification classification) {

  private static final Duration LONGEST = Duration.ofDays(366);

  /** 12 attempts in 72 hours, waits from 1 second to 1 hour. */
  public static final RetryPolicy DEFAULT =
      of(Duration.ofSeconds(1), Duration.ofHours(1), 12, Duration.ofHours(72));

  public RetryPolicy {
    requireSpan("base", base);
    requireSpan("cap", cap);
    requireSpan("window", window);
    requireSpan("retry_after_max", retryAfterMax);
    if (maxAttempts < 1) {
      throw new IllegalArgumentException("max_attempts is at least 1");
    }
    if (cap.compareTo(base) < 0) {
      throw new IllegalArgumentException("cap is not below base");
    }
  }

  /** With {@code Retry-After} honoured up to 24 hours and the standing classification. */
  public static RetryPolicy of(Duration base, Duration cap, int maxAttempts, Duration window) {
    return new RetryPolicy(
        base, cap, maxAttempts, window, Duration.ofHours(24), Classification.STANDARD);
  }

  /**
   * Says what follows an attempt.
   *
   * @param attempts how many this run has had that count, this one among them
   * @param firstAttemptAt when the first attempt of the run began
   * @param now when this one ended
   */
  public NextStep next(
      int attempts,
      Instant firstAttemptAt,
      AttemptResult result,
      Instant now,
      RandomGenerator random) {
    return switch (classification.of(result)) {
      case DELIVERED -> new NextStep.Done();
      case DEAD -> new NextStep.GiveUp(ErrorCode.DESTINATION_REJECTED, result.text());
      case FORBID -> new NextStep.GiveUp(ErrorCode.DESTINATION_FORBIDDEN, result.text());
      case UNSHAPED -> new NextStep.GiveUp(ErrorCode.RESHAPE_FAILED, result.text());
      case PAUSE -> new NextStep.Hold(result.text());
      case STOP -> new NextStep.Stop(result.text());
      case RETRY -> later(attempts, firstAttemptAt, result, now, random);
    };
  }

  /** The longest wait after attempt {@code n}, from 1; within 0 to the cap for any number. */
  public Duration ceiling(int attempt) {
    int doublings = attempt <= 1 ? 0 : attempt - 1;
    long capNanos = cap.toNanos();
    // Compared by shifting the cap down, because shifting the base up overflows.
    return doublings >= Long.SIZE - 1 || base.toNanos() > capNanos >> doublings
        ? cap
        : Duration.ofNanos(base.toNanos() << doublings);
  }

  private NextStep later(
      int attempts,
      Instant firstAttemptAt,
      AttemptResult result,
      Instant now,
      RandomGenerator random) {
    if (attempts >= maxAttempts) {
      return new NextStep.GiveUp(
          ErrorCode.RETRIES_EXHAUSTED,
          "%s at attempt %d of %d".formatted(result.text(), attempts, maxAttempts));
    }
    Duration wait = wait(attempts, result, now, random);
    if (now.plus(wait).isAfter(firstAttemptAt.plus(window))) {
      return new NextStep.GiveUp(
          ErrorCode.RETRIES_EXHAUSTED,
          "%s at attempt %d, the next would begin after the window of %s"
              .formatted(result.text(), attempts, window));
    }
    return new NextStep.TryAfter(wait);
  }

  private Duration wait(int attempts, AttemptResult result, Instant now, RandomGenerator random) {
    Duration jitter = upTo(ceiling(attempts), random);
    Optional<Duration> asked = asked(result, now);
    if (asked.isEmpty()) {
      return jitter;
    }
    if (asked.get().compareTo(retryAfterMax) > 0) {
      // Whoever asks for years is not taken at his word, and the crowd is still kept apart.
      Duration half = retryAfterMax.dividedBy(2);
      return half.plus(upTo(half, random));
    }
    Duration spread = asked.get().plus(jitter);
    return spread.compareTo(retryAfterMax) > 0 ? retryAfterMax : spread;
  }

  /** For how long the receiver wants nothing, as a 429 or 503 says; may be very long. */
  public static Optional<Duration> asked(AttemptResult result, Instant now) {
    return result instanceof AttemptResult.Answered answered
            && (answered.status() == 429 || answered.status() == 503)
            && answered.retryAfter() != null
        ? RetryAfter.parse(answered.retryAfter(), now)
        : Optional.empty();
  }

  private static Duration upTo(Duration most, RandomGenerator random) {
    return Duration.ofNanos(random.nextLong(most.toNanos() + 1));
  }

  private static void requireSpan(String name, Duration span) {
    if (!span.isPositive() || span.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(name + " is above zero and at most 366 days");
    }
  }
}
