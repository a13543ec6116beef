package dev.gatehouse.event;

import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * Makes UUIDs version 7 that rise strictly within one process (RFC 9562, section 6.2, method 1).
 *
 * <p>Layout: 48 bits of Unix milliseconds, 12 bits of counter, 62 random bits. When the counter of
 * a millisecond is used up, or the clock steps back, the next id takes the following millisecond
 * instead of waiting.
 */
public final class EventIds {
  private static final int COUNTER_BITS = 12;
  private static final long VERSION_7 = 0x7000L;
  private static final long VARIANT = 0x8000_0000_0000_0000L;
  private static final long RANDOM_62 = 0x3FFF_FFFF_FFFF_FFFFL;

  private final InstantSource clock;
  private final RandomGenerator random;

  /** Milliseconds shifted by the counter bits, plus the counter; guarded by {@code this}. */
  private long last;

  public EventIds(InstantSource clock, RandomGenerator random) {
    this.clock = clock;
    this.random = random;
  }

  /** The next id, greater than every id this object has given before. */
  public synchronized EventId next() {
    last = Math.max(last + 1, clock.millis() << COUNTER_BITS);
    long millis = last >>> COUNTER_BITS;
    long counter = last & ((1L << COUNTER_BITS) - 1);
    return new EventId(
        new UUID(millis << 16 | VERSION_7 | counter, VARIANT | (random.nextLong() & RANDOM_62)));
  }

  /** The smallest id of a millisecond: the border of ranges and partitions. */
  public static UUID floor(Instant at) {
    return new UUID(at.toEpochMilli() << 16 | VERSION_7, VARIANT);
  }
}
