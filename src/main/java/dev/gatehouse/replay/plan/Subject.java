package dev.gatehouse.replay.plan;

import java.util.Locale;
import java.util.Optional;

/** What a replay runs again. */
public enum Subject {
  /** The work of open dead letters, each where it stopped. */
  DEAD_LETTERS,
  /** Events that have a verdict: what they have not done yet under today's configuration. */
  EVENTS,
  /** Deliveries that have arrived, to one destination, again under the same idempotency key. */
  DELIVERIES;

  /** As the tables and the API write it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Empty for a word that is none. */
  public static Optional<Subject> parse(String text) {
    for (Subject subject : values()) {
      if (subject.text().equals(text)) {
        return Optional.of(subject);
      }
    }
    return Optional.empty();
  }
}
