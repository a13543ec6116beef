package dev.gatehouse.deliver.retry;

/** What a result says about the delivery and about the destination. */
public enum Meaning {
  /** Taken. */
  DELIVERED,
  /** May heal by itself: try again. */
  RETRY,
  /** Will not heal: a person has to look at this delivery. */
  DEAD,
  /**
   * Every delivery would fail alike, wrong credentials above all: the destination is paused, and
   * this delivery waits with the others.
   */
  PAUSE,
  /** The receiver wants nothing more: this delivery is dead, and the destination is paused. */
  STOP,
  /** We may not go there. */
  FORBID,
  /** There is nothing that could be sent: a person has to look at the route. */
  UNSHAPED
}
