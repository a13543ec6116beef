package dev.gatehouse.operate.api;

import java.util.Optional;
import java.util.UUID;

/** Texts from outside, before anything is done with them. */
final class Texts {
  private Texts() {}

  /**
   * @throws Problem 400 when it is longer than {@code max} UTF-16 units, or holds a control
   *     character or half a surrogate pair: PostgreSQL would refuse it
   */
  static String check(String field, String text, int max) {
    if (text.length() > max) {
      throw Problem.field(field, "has at most " + max + " characters");
    }
    boolean unfit =
        text.codePoints()
            .anyMatch(
                point ->
                    Character.isISOControl(point)
                        || (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE));
    if (unfit) {
      throw Problem.field(field, "holds a character that is not text");
    }
    return text;
  }

  /** The canonical form only; {@link UUID#fromString} takes more. */
  static Optional<UUID> uuid(String text) {
    return text.matches("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
        ? Optional.of(UUID.fromString(text))
        : Optional.empty();
  }
}
