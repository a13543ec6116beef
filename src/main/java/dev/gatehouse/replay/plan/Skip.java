package dev.gatehouse.replay.plan;

import java.util.Locale;

/** Why an item was left alone. The words are stable. */
public enum Skip {
  /** Somebody has given its work back since it was chosen. */
  ALREADY_REPLAYED,
  /** Somebody has closed it since. */
  CLOSED,
  /** It failed after as many re-runs as are allowed; a person has to look first. */
  RECURRING,
  /** An earlier item of the same entity did not succeed; going on would change the order. */
  PREDECESSOR_FAILED,
  /** It waits behind another dead event of its entity, and goes on when that one does. */
  HELD,
  /** The event itself is not kept any more. */
  EVENT_GONE,
  /** The destination is no longer configured. */
  DESTINATION_GONE,
  /** It has no verdict yet, or is being tried right now. */
  UNDER_WAY,
  /** It has an open dead letter; that is what to replay. */
  DEAD_LETTER_OPEN,
  /** It had arrived by other ways. */
  NOTHING_TO_DO,
  /** The replay was cancelled first. */
  CANCELLED;

  /** As the tables and the API write it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
