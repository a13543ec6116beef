package dev.gatehouse.receive.extract;

import java.util.Optional;

/**
 * A sequence: an optional minus and ASCII digits that fit 64 bits exactly. {@code 1.0} and {@code
 * 1e3} are refused rather than rounded, and nothing is computed for {@code 1e400}.
 */
final class WholeNumber {
  private static final int MAX_TEXT = 20;

  private WholeNumber() {}

  static Optional<Long> parse(String text) {
    boolean negative = text.startsWith("-");
    int start = negative ? 1 : 0;
    if (text.length() == start || text.length() > MAX_TEXT) {
      return Optional.empty();
    }
    for (int i = start; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return Optional.empty();
      }
    }
    try {
      return Optional.of(Long.parseLong(text));
    } catch (NumberFormatException e) {
      // Twenty digits at most, so this can only be a value beyond 64 bits.
      return Optional.empty();
    }
  }
}
