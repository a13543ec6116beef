package dev.gatehouse.receive.signature;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;

/**
 * How bytes of a digest or a key are written as text. Decoding is strict: one text per value (but
 * for the case of hex digits), no blanks, no other length, so that a changed signature never reads
 * as the same one.
 */
public enum TextEncoding {
  HEX,
  BASE64,
  /** The URL alphabet, with or without padding. */
  BASE64URL,
  /** Base64 of the lower-case hex text. */
  BASE64_OF_HEX;

  private static final byte[] HEX_DIGITS = hexDigits();

  /** The bytes as text; hex in lower case, {@code BASE64URL} without padding. */
  public String encode(byte[] bytes) {
    return switch (this) {
      case HEX -> HexFormat.of().formatHex(bytes);
      case BASE64 -> Base64.getEncoder().encodeToString(bytes);
      case BASE64_OF_HEX ->
          Base64.getEncoder()
              .encodeToString(HexFormat.of().formatHex(bytes).getBytes(StandardCharsets.US_ASCII));
      case BASE64URL -> Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    };
  }

  /** Decodes a text of any length but none, as strictly as below. */
  Optional<byte[]> decode(String text) {
    int digits = text.length();
    while (this != HEX && digits > 0 && text.charAt(digits - 1) == '=') {
      digits--;
    }
    byte[] bytes = new byte[this == HEX ? digits / 2 : digits * 6 / 8];
    return bytes.length > 0 && decode(text, 0, bytes) ? Optional.of(bytes) : Optional.empty();
  }

  /**
   * Decodes the part of {@code text} from {@code start} on into {@code out}.
   *
   * @return false when the part does not stand for exactly {@code out.length} bytes; {@code out}
   *     then holds anything
   */
  boolean decode(String text, int start, byte[] out) {
    if (this == BASE64_OF_HEX) {
      byte[] hex = new byte[out.length * 2];
      return BASE64.decodeBase64(text, start, hex)
          && decodeHex(new String(hex, StandardCharsets.ISO_8859_1), 0, out);
    }
    return this == HEX ? decodeHex(text, start, out) : decodeBase64(text, start, out);
  }

  private static boolean decodeHex(String text, int start, byte[] out) {
    if (text.length() - start != out.length * 2) {
      return false;
    }
    int bad = 0;
    for (int i = 0; i < out.length; i++) {
      int high = hexDigit(text.charAt(start + 2 * i));
      int low = hexDigit(text.charAt(start + 2 * i + 1));
      bad |= high | low;
      out[i] = (byte) (high << 4 | low);
    }
    return bad >= 0;
  }

  /** -1 for anything but an ASCII hex digit; Character.digit would take other scripts too. */
  private static int hexDigit(char c) {
    return c < HEX_DIGITS.length ? HEX_DIGITS[c] : -1;
  }

  private static byte[] hexDigits() {
    byte[] digits = new byte['f' + 1];
    Arrays.fill(digits, (byte) -1);
    for (int value = 0; value < 16; value++) {
      char digit = Character.forDigit(value, 16);
      digits[digit] = (byte) value;
      digits[Character.toUpperCase(digit)] = (byte) value;
    }
    return digits;
  }

  private boolean decodeBase64(String text, int start, byte[] out) {
    int digits = (out.length * 8 + 5) / 6;
    int length = text.length() - start;
    int padding = (4 - digits % 4) % 4;
    boolean padded = length == digits + padding;
    if (!padded && !(this == BASE64URL && length == digits)) {
      return false;
    }
    for (int i = digits; i < length; i++) {
      if (text.charAt(start + i) != '=') {
        return false;
      }
    }
    int bits = 0;
    int held = 0;
    int at = 0;
    for (int i = 0; i < digits; i++) {
      int digit = base64Digit(text.charAt(start + i));
      if (digit < 0) {
        return false;
      }
      bits = bits << 6 | digit;
      held += 6;
      if (held >= 8) {
        held -= 8;
        out[at++] = (byte) (bits >>> held);
        bits &= (1 << held) - 1;
      }
    }
    // Left-over bits must be zero: java.util.Base64 ignores them, which lets two texts mean one.
    return bits == 0;
  }

  private int base64Digit(char c) {
    if (c >= 'A' && c <= 'Z') {
      return c - 'A';
    }
    if (c >= 'a' && c <= 'z') {
      return c - 'a' + 26;
    }
    if (c >= '0' && c <= '9') {
      return c - '0' + 52;
    }
    boolean url = this == BASE64URL;
    if (c == (url ? '-' : '+')) {
      return 62;
    }
    return c == (url ? '_' : '/') ? 63 : -1;
  }
}
