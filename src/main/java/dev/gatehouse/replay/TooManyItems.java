package dev.gatehouse.replay;

/** More matches than one replay may have; nothing of it stays. */
public final class TooManyItems extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final int bound;

  TooManyItems(int bound) {
    super("more than " + bound + " items match", null, false, false);
    this.bound = bound;
  }

  public int bound() {
    return bound;
  }
}
