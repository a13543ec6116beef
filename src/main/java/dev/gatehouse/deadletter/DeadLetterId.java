package dev.gatehouse.deadletter;

import java.util.Optional;
import java.util.UUID;

/** Our id of a dead letter: a UUID version 7, so ids sort by when they were opened. */
public record DeadLetterId(UUID value) {
  /** Reads the canonical text form; empty for anything else. */
  public static Optional<DeadLetterId> parse(String text) {
    if (text.length() != 36) {
      return Optional.empty();
    }
    try {
      return Optional.of(new DeadLetterId(UUID.fromString(text)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    return value.toString();
  }
}
