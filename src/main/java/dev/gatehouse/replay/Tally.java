package dev.gatehouse.replay;

import dev.gatehouse.replay.plan.Counts;

/**
 * What one step adds to the books.
 *
 * @param underWay how many more are given back and not at their end; below zero for fewer
 */
record Tally(int succeeded, int failed, int skipped, int underWay) {
  static final Tally NOTHING = new Tally(0, 0, 0, 0);

  /** How many came to their end. */
  int ended() {
    return succeeded + failed + skipped;
  }

  Tally plus(Tally other) {
    return new Tally(
        succeeded + other.succeeded,
        failed + other.failed,
        skipped + other.skipped,
        underWay + other.underWay);
  }

  Counts after(Counts before) {
    return new Counts(
        before.selected(),
        before.succeeded() + succeeded,
        before.failed() + failed,
        before.skipped() + skipped,
        before.left() - ended());
  }
}
