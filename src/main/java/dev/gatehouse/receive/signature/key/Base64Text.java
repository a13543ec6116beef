package dev.gatehouse.receive.signature.key;

import java.util.Base64;
import java.util.Optional;

/**
 * Base64 with one spelling per value: no blanks, left-over bits zero. Java's decoder is forgiving
 * about the latter, so what it decodes is written out again and compared.
 */
public final class Base64Text {
  private Base64Text() {}

  /** Base64url without padding, as JOSE writes it. */
  public static Optional<byte[]> url(String text) {
    return decode(text, Base64.getUrlDecoder(), Base64.getUrlEncoder().withoutPadding());
  }

  /** Base64 with padding. */
  public static Optional<byte[]> standard(String text) {
    return decode(text, Base64.getDecoder(), Base64.getEncoder());
  }

  private static Optional<byte[]> decode(
      String text, Base64.Decoder decoder, Base64.Encoder encoder) {
    try {
      byte[] bytes = decoder.decode(text);
      return encoder.encodeToString(bytes).equals(text) ? Optional.of(bytes) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
