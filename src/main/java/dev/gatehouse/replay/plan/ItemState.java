package dev.gatehouse.replay.plan;

import java.util.Locale;

/** Where one item of a replay stands. */
public enum ItemState {
  /** An earlier item of its entity comes first. */
  BEHIND(true),
  /** Its turn will come. */
  WAITING(true),
  /** Given back, not at its end yet. */
  RUNNING(true),
  SUCCEEDED(false),
  FAILED(false),
  /** Not done, for a reason that is written down. */
  SKIPPED(false);

  private final boolean left;

  ItemState(boolean left) {
    this.left = left;
  }

  /** Counts as left in the books. */
  public boolean isLeft() {
    return left;
  }

  /** As the tables and the API write it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * @throws IllegalArgumentException for a word that is no state
   */
  public static ItemState of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
