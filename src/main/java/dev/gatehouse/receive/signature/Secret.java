package dev.gatehouse.receive.signature;

/** A secret as the operator wrote it. Prints as {@code ***}, so that it cannot slip into a log. */
public record Secret(String value) {
  /** True for a secret that must never match anything. */
  public boolean isBlank() {
    return value.isBlank();
  }

  @Override
  public String toString() {
    return "***";
  }
}
