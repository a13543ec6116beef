package dev.gatehouse.deliver.retry;

/** What a result says about the delivery and about the destination. */
public enum Meaning {
  /** Taken. */
  DELIVERED,
  /** May heal by itself: try again. */
  RETRY,
  /** Will not heal: a person has to look at this delivery. */
  REJECT,
  /** Our credentials are wrong: every delivery would fail alike, so the destination is paused. */
  PAUSE,
  /** We may not go there. */
  FORBID
}
