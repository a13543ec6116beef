package dev.gatehouse.replay.plan;

/** How many came to an end of their own, and how. */
public record Judged(int succeeded, int failed) {
  /** Nothing yet. */
  public static final Judged NONE = new Judged(0, 0);

  int tried() {
    return succeeded + failed;
  }

  /** The share that failed; 0 while nothing was tried. */
  double failureRatio() {
    return tried() == 0 ? 0 : (double) failed / tried();
  }
}
