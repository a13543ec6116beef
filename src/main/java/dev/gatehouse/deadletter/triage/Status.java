package dev.gatehouse.deadletter.triage;

import java.util.Locale;
import java.util.Optional;

/** Where a work item stands with the people who look after it. */
public enum Status {
  NEW(true),
  INVESTIGATING(true),
  WAITING_FOR_SOURCE(true),
  READY_FOR_REPLAY(true),
  /** The work was given back to the normal way; if it fails again, that is a new dead letter. */
  REPLAYED(false),
  /** Nobody will do more about it. */
  CLOSED(false);

  private final boolean open;

  Status(boolean open) {
    this.open = open;
  }

  /** Still waiting for somebody. */
  public boolean isOpen() {
    return open;
  }

  /** As the tables and the API write it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Empty for a word that is no status. */
  public static Optional<Status> parse(String text) {
    for (Status status : values()) {
      if (status.text().equals(text)) {
        return Optional.of(status);
      }
    }
    return Optional.empty();
  }
}
