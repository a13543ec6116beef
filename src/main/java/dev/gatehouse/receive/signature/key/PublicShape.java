package dev.gatehouse.receive.signature.key;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Tells texts that can be a public key from those that can be a shared secret: in every spelling,
 * whether or not the key in it is of a kind that is known here.
 *
 * <p>The 32 bytes of an Ed25519 key are not among them. Half of all 32-byte values are points of
 * that curve, so nobody can tell them from a shared secret; rules that could have either are a
 * mistake instead.
 */
final class PublicShape {
  private static final Pattern BLANKS = Pattern.compile("\\s+");
  private static final int SEQUENCE = 0x30;
  private static final int LONGEST = 64 * 1024;

  private PublicShape() {}

  /** A shape that a shared secret does not have by chance. */
  static boolean isCertain(String text) {
    return text.length() <= LONGEST && fits(text, 1);
  }

  /** The shape of a point with one coordinate: one shared secret of 33 bytes in 256 has it too. */
  static boolean isShortPoint(String text) {
    String joined = BLANKS.matcher(text).replaceAll("");
    return text.length() <= LONGEST
        && (hex(joined).filter(bytes -> isPoint(bytes, false)).isPresent()
            || base64(joined).filter(bytes -> isPoint(bytes, false)).isPresent());
  }

  /**
   * @param packed how often what the text decodes to is looked at as text again: PEM is often
   *     wrapped in base64 to fit into a line
   */
  private static boolean fits(String text, int packed) {
    String stripped = text.strip();
    if (Pem.isPem(text)
        || stripped.startsWith("{")
        || stripped.startsWith("ssh-")
        || stripped.startsWith("ecdsa-sha2-")) {
      return true;
    }
    String joined = BLANKS.matcher(stripped).replaceAll("");
    return hex(joined).filter(bytes -> fits(bytes, packed)).isPresent()
        || base64(joined).filter(bytes -> fits(bytes, packed)).isPresent();
  }

  private static boolean fits(byte[] bytes, int packed) {
    String inside = new String(bytes, StandardCharsets.ISO_8859_1);
    return isDer(bytes)
        || isPoint(bytes, true)
        || (packed > 0 && (Pem.isPem(inside) || isJson(bytes) || decodesTwice(inside, packed)));
  }

  private static boolean decodesTwice(String inside, int packed) {
    return inside.chars().allMatch(c -> c >= ' ' && c < 127) && fits(inside, packed - 1);
  }

  private static boolean isJson(byte[] bytes) {
    return StrictJson.object(bytes).isPresent();
  }

  /** One ASN.1 sequence and nothing after it: a SubjectPublicKeyInfo, a certificate, PKCS#1. */
  private static boolean isDer(byte[] bytes) {
    if (bytes.length < 16 || bytes[0] != SEQUENCE) {
      return false;
    }
    int first = bytes[1] & 0xFF;
    if (first < 0x80) {
      return first == bytes.length - 2;
    }
    int count = first & 0x7F;
    if (count == 0 || count > 3) {
      return false;
    }
    int length = new BigInteger(1, Arrays.copyOfRange(bytes, 2, 2 + count)).intValueExact();
    return length == bytes.length - 2 - count;
  }

  /**
   * @param both both coordinates are there, not only the first
   */
  private static boolean isPoint(byte[] bytes, boolean both) {
    for (Curve curve : Curve.values()) {
      boolean fits =
          both
              ? bytes.length == 1 + 2 * curve.bytes() && bytes[0] == 4
              : bytes.length == 1 + curve.bytes() && (bytes[0] == 2 || bytes[0] == 3);
      if (fits && curve.hasX(new BigInteger(1, Arrays.copyOfRange(bytes, 1, 1 + curve.bytes())))) {
        return true;
      }
    }
    return false;
  }

  private static Optional<byte[]> hex(String text) {
    return text.length() % 2 == 0 && text.chars().allMatch(HexFormat::isHexDigit)
        ? Optional.of(HexFormat.of().parseHex(text))
        : Optional.empty();
  }

  /** Either alphabet, with or without padding: this has to know more spellings than a reader. */
  private static Optional<byte[]> base64(String text) {
    try {
      return Optional.of(
          Base64.getDecoder()
              .decode(text.replace('-', '+').replace('_', '/').replaceAll("=+$", "")));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
