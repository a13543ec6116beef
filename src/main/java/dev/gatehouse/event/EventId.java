package dev.gatehouse.event;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** Our id of an event: a UUID version 7 (RFC 9562), so ids sort by the time of receipt. */
public record EventId(UUID value) implements Comparable<EventId> {
  public EventId {
    if (value.version() != 7) {
      throw new IllegalArgumentException("an event id is a UUID version 7, not " + value);
    }
  }

  /** Reads the canonical text form; empty for anything else. */
  public static Optional<EventId> parse(String text) {
    if (text.length() != 36) {
      return Optional.empty();
    }
    try {
      return Optional.of(new EventId(UUID.fromString(text)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** The millisecond the id was made in. */
  public Instant at() {
    return Instant.ofEpochMilli(value.getMostSignificantBits() >>> 16);
  }

  /** Order of the bytes, as PostgreSQL compares {@code uuid}; {@link UUID#compareTo} is signed. */
  @Override
  public int compareTo(EventId other) {
    int high =
        Long.compareUnsigned(value.getMostSignificantBits(), other.value.getMostSignificantBits());
    return high != 0
        ? high
        : Long.compareUnsigned(
            value.getLeastSignificantBits(), other.value.getLeastSignificantBits());
  }

  @Override
  public String toString() {
    return value.toString();
  }
}
