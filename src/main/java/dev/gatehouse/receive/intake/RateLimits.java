package dev.gatehouse.receive.intake;

import dev.gatehouse.event.SourceName;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How many requests a source may make in a second, with one second's worth saved up at most. Safe
 * for all threads; one instant per source is all that is remembered.
 */
final class RateLimits {
  private static final long SECOND = 1_000_000_000L;

  /** When the source's bucket will be full again, in nanoseconds of the caller's clock. */
  private final Map<SourceName, AtomicLong> fullAt = new ConcurrentHashMap<>();

  /**
   * Takes one request out of the source's share.
   *
   * @param nanos {@link System#nanoTime} or the like
   * @return false, and nothing taken, when the share is used up
   */
  boolean take(SourceName source, int perSecond, long nanos) {
    if (perSecond == 0) {
      return true;
    }
    AtomicLong at = fullAt.computeIfAbsent(source, name -> new AtomicLong(nanos));
    long cost = SECOND / perSecond;
    while (true) {
      long before = at.get();
      long after = (before - nanos < 0 ? nanos : before) + cost;
      if (after - nanos > SECOND) {
        return false;
      }
      if (at.compareAndSet(before, after)) {
        return true;
      }
    }
  }
}
