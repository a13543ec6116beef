package dev.gatehouse.bench;

import java.time.Duration;

/**
 * Counts latencies in microseconds, in buckets that grow with the value: 128 of equal width between
 * each power of two and the next, so a percentile is off by less than 1 %. Up to 70 minutes.
 */
final class LatencyHistogram {
  private static final int SUB_BITS = 7;
  private static final int SUB = 1 << SUB_BITS;
  private static final int EXACT = SUB * 2;
  private static final int BUCKETS = EXACT + (32 - SUB_BITS - 1) * SUB;

  private final long[] counts = new long[BUCKETS];
  private long total;
  private long max;

  void record(long nanos) {
    long micros = Math.min(Math.max(nanos / 1_000, 0), 0xFFFF_FFFFL);
    counts[bucket(micros)]++;
    total++;
    max = Math.max(max, micros);
  }

  void add(LatencyHistogram other) {
    for (int i = 0; i < BUCKETS; i++) {
      counts[i] += other.counts[i];
    }
    total += other.total;
    max = Math.max(max, other.max);
  }

  long total() {
    return total;
  }

  /**
   * The latency that a share of all records does not exceed; zero when there are none.
   *
   * @param share 0 to 1
   */
  Duration quantile(double share) {
    long wanted = Math.max(1, (long) Math.ceil(share * total));
    long seen = 0;
    for (int i = 0; i < BUCKETS; i++) {
      seen += counts[i];
      if (seen >= wanted) {
        return micros(Math.min(upperEdge(i), max));
      }
    }
    return micros(max);
  }

  private static Duration micros(long micros) {
    return Duration.ofNanos(micros * 1_000);
  }

  static int bucket(long micros) {
    if (micros < EXACT) {
      return (int) micros;
    }
    int shift = 63 - Long.numberOfLeadingZeros(micros) - SUB_BITS;
    return EXACT + (shift - 1) * SUB + (int) (micros >>> shift) - SUB;
  }

  /** The greatest value that falls into a bucket. */
  static long upperEdge(int bucket) {
    if (bucket < EXACT) {
      return bucket;
    }
    int shift = (bucket - EXACT) / SUB + 1;
    long top = (bucket - EXACT) % SUB + SUB;
    return ((top + 1) << shift) - 1;
  }
}
