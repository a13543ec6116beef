package dev.gatehouse.replay.plan;

/**
 * The books of a replay. Always {@code selected = succeeded + failed + skipped + left}; the
 * database refuses a row that says otherwise.
 *
 * @param left not at its end yet, with what is under way
 */
public record Counts(int selected, int succeeded, int failed, int skipped, int left) {
  public Counts {
    if (selected != succeeded + failed + skipped + left) {
      throw new IllegalArgumentException(
          "books of %d do not balance: %d succeeded, %d failed, %d skipped, %d left"
              .formatted(selected, succeeded, failed, skipped, left));
    }
  }

  /** What came to an end since the books said {@code before}. */
  public Judged since(Judged before) {
    return new Judged(succeeded - before.succeeded(), failed - before.failed());
  }
}
