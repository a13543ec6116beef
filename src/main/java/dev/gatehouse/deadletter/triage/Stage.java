package dev.gatehouse.deadletter.triage;

import java.util.Locale;
import java.util.Optional;

/** Where on its way the work stopped. */
public enum Stage {
  /** Reading id, type, entity and order from the bytes. */
  EXTRACT,
  /** Folding it through the state machine. */
  MACHINE,
  /** Choosing destinations. */
  ROUTE,
  /** Handing it to a destination. */
  DELIVER;

  /** As the tables and the API write it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Empty for a word that is no stage. */
  public static Optional<Stage> parse(String text) {
    for (Stage stage : values()) {
      if (stage.text().equals(text)) {
        return Optional.of(stage);
      }
    }
    return Optional.empty();
  }
}
