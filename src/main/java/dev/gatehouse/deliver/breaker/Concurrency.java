package dev.gatehouse.deliver.breaker;

import java.time.Duration;
import java.time.Instant;

/**
 * How many attempts at a time a destination stands, as one node has found out by watching it: from
 * one to what is configured.
 *
 * <p>It begins with a quarter. Answers while all places are taken let it grow by one for each time
 * round; a receiver that asks for less, or does not answer in time, halves it, once for all that
 * were under way together. The mean latency of a sample is held against the usual one: more than
 * twice as slow, and by more than {@value #TOLERANCE_MILLIS} ms, takes a fifth away, but never more
 * than three quarters of what is configured, because a receiver may be slow for reasons that are
 * not ours. What stays slow becomes the usual with time.
 *
 * @param limit how many, with fractions
 * @param usualMillis the mean latency it is held against; 0: not known yet
 * @param sumMillis of the sample being taken
 * @param seen how many results are in it
 * @param slow whether the last sample was too slow to grow
 * @param lowered when it was last halved
 * @param quietUntil nothing begins before that: the receiver has asked for it
 */
public record Concurrency(
    double limit,
    double usualMillis,
    double sumMillis,
    int seen,
    boolean slow,
    Instant lowered,
    Instant quietUntil) {
  private static final int SAMPLE = 32;
  private static final double TOLERANCE_MILLIS = 50;
  private static final double TOO_SLOW = 2;
  private static final double LESS = 0.8;
  private static final double GETTING_USED = 0.02;

  /** However long a receiver asks for, it is looked at again after that. */
  public static final Duration LONGEST_QUIET = Duration.ofSeconds(30);

  /** Nothing known yet. */
  public static Concurrency start(int most) {
    return new Concurrency(quarter(most), 0, 0, 0, false, Instant.EPOCH, Instant.EPOCH);
  }

  /** How many may be under way, from 1 to {@code most}. */
  public int of(int most) {
    return (int) Math.clamp((long) limit, 1, most);
  }

  /** Whether the receiver has asked for quiet at that instant. */
  public boolean isQuiet(Instant now) {
    return now.isBefore(quietUntil);
  }

  /**
   * An answer came, whatever it says of the delivery.
   *
   * @param inUse whether all places were taken
   * @param most what is configured
   */
  public Concurrency answered(Duration latency, boolean inUse, int most) {
    double wider = inUse && !slow ? Math.min(most, limit + 1 / limit) : limit;
    Concurrency next =
        new Concurrency(
            wider,
            usualMillis,
            sumMillis + latency.toNanos() / 1e6,
            seen + 1,
            slow,
            lowered,
            quietUntil);
    return next.seen >= Math.max(SAMPLE, 2 * wider) ? next.sampled(most) : next;
  }

  /**
   * The receiver asked for less, or did not answer in time.
   *
   * @param began when that attempt began: one that was under way when the limit was halved does not
   *     halve it again
   * @param asked for how long it wants nothing; zero: it did not say
   */
  public Concurrency overloaded(Instant began, Instant now, Duration asked) {
    Duration quiet = asked.compareTo(LONGEST_QUIET) > 0 ? LONGEST_QUIET : asked;
    Instant until = now.plus(quiet);
    boolean again = began.isBefore(lowered);
    return new Concurrency(
        again ? limit : Math.max(1, limit / 2),
        usualMillis,
        0,
        0,
        slow,
        again ? lowered : now,
        until.isAfter(quietUntil) ? until : quietUntil);
  }

  private Concurrency sampled(int most) {
    double mean = sumMillis / seen;
    boolean tooSlow = usualMillis > 0 && mean > TOO_SLOW * usualMillis + TOLERANCE_MILLIS;
    double usual =
        usualMillis == 0 || mean < usualMillis
            ? mean
            : usualMillis + (mean - usualMillis) * GETTING_USED;
    double less = Math.max(Math.min(limit, quarter(most)), limit * LESS);
    return new Concurrency(tooSlow ? less : limit, usual, 0, 0, tooSlow, lowered, quietUntil);
  }

  private static double quarter(int most) {
    return Math.max(1, Math.ceil(most / 4.0));
  }
}
