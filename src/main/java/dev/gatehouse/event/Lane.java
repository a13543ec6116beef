package dev.gatehouse.event;

import java.nio.charset.StandardCharsets;

/** One of a fixed number of slices of the work; an entity always falls into the same one. */
public record Lane(int number) implements Comparable<Lane> {
  /**
   * How many lanes there are. Fixed for the life of a database: lanes are stored with the events.
   */
  public static final int COUNT = 64;

  public Lane {
    if (number < 0 || number >= COUNT) {
      throw new IllegalArgumentException("lane " + number + " is not one of 0 to " + (COUNT - 1));
    }
  }

  /** The lane of an entity: stable over versions, because it is stored. */
  public static Lane of(EntityRef entity) {
    return new Lane(slot(fnv1a(entity.machine() + "\0" + entity.key())));
  }

  /** The lane of an event that belongs to no entity. */
  public static Lane of(EventId event) {
    return new Lane(slot(event.value().getLeastSignificantBits()));
  }

  @Override
  public int compareTo(Lane other) {
    return Integer.compare(number, other.number);
  }

  private static int slot(long hash) {
    long mixed = (hash ^ (hash >>> 32)) * 0x9E37_79B9_7F4A_7C15L;
    return (int) (mixed >>> 58);
  }

  /** FNV-1a, 64 bits, over UTF-8 (constants from the FNV reference by Fowler, Noll and Vo). */
  private static long fnv1a(String text) {
    long hash = 0xCBF2_9CE4_8422_2325L;
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (b & 0xFF)) * 0x100_0000_01B3L;
    }
    return hash;
  }
}
