package dev.gatehouse.process.lane;

import dev.gatehouse.event.Lane;

/** The even split: with as many nodes alive, how many lanes one may have. */
final class Fairness {
  private Fairness() {}

  /** 64 lanes over 3 nodes: 22 each at most, so that the last one finds 20. */
  static int most(int liveNodes) {
    return Math.ceilDiv(Lane.COUNT, Math.max(1, liveNodes));
  }

  /** How many to give back. */
  static int surplus(int owned, int liveNodes) {
    return Math.max(0, owned - most(liveNodes));
  }

  /** How many to take when there are free ones. */
  static int room(int owned, int liveNodes) {
    return Math.max(0, most(liveNodes) - owned);
  }
}
