package dev.gatehouse.receive.signature.key;

import java.io.Serial;

/** Ends the reading of a key text; {@link PublicKeyText} makes a value of it. */
final class UnreadableKey extends Exception {
  @Serial private static final long serialVersionUID = 1;

  UnreadableKey(String why) {
    super(why, null, false, false);
  }

  String why() {
    return String.valueOf(getMessage());
  }
}
