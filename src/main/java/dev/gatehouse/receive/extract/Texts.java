package dev.gatehouse.receive.extract;

import dev.gatehouse.event.ErrorCode;
import dev.gatehouse.event.Fault;
import dev.gatehouse.event.InboundEvent;
import java.util.Optional;

/** What is wrong with a text that must identify something. */
final class Texts {
  private Texts() {}

  static Optional<Fault> problem(String text) {
    if (text.length() > InboundEvent.MAX_TEXT) {
      return Optional.of(
          new Fault(
              ErrorCode.INVALID_FIELD, "is longer than " + InboundEvent.MAX_TEXT + " characters"));
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 0) {
        return Optional.of(
            new Fault(ErrorCode.UNSTORABLE_TEXT, "holds U+0000, which no database text can"));
      }
      if (Character.isSurrogate(c)) {
        if (!Character.isHighSurrogate(c)
            || i + 1 == text.length()
            || !Character.isLowSurrogate(text.charAt(i + 1))) {
          return Optional.of(new Fault(ErrorCode.INVALID_FIELD, "holds half of a surrogate pair"));
        }
        i++;
      }
    }
    return Optional.empty();
  }
}
