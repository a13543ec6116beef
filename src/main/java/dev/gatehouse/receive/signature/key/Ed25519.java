package dev.gatehouse.receive.signature.key;

import java.math.BigInteger;
import java.security.spec.EdECPoint;
import java.util.Optional;
import java.util.Set;

/**
 * What RFC 8032 asks of the numbers in an Ed25519 key and signature.
 *
 * <p>A point of small order as key would make one signature hold for many texts; a coordinate or
 * scalar that is not reduced would give one signature several spellings.
 */
final class Ed25519 {
  static final int KEY_BYTES = 32;
  static final int SIGNATURE_BYTES = 64;

  private static final BigInteger P =
      BigInteger.ONE.shiftLeft(255).subtract(BigInteger.valueOf(19));

  /** The order of the base point. */
  private static final BigInteger L =
      BigInteger.ONE.shiftLeft(252).add(new BigInteger("27742317777372353535851937790883648493"));

  /** One of the y coordinates of the points of order eight; the other is its negative. */
  private static final BigInteger ORDER_EIGHT =
      new BigInteger("05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826", 16);

  /** The y coordinates of all eight points whose order divides eight. */
  static final Set<BigInteger> SMALL_ORDER =
      Set.of(
          BigInteger.ZERO,
          BigInteger.ONE,
          P.subtract(BigInteger.ONE),
          ORDER_EIGHT,
          P.subtract(ORDER_EIGHT));

  private Ed25519() {}

  /** What is wrong with a point as a key. */
  static Optional<String> mistakeIn(EdECPoint point) {
    if (point.getY().signum() < 0 || point.getY().compareTo(P) >= 0) {
      return Optional.of("the Ed25519 key is not written in its one proper way");
    }
    return SMALL_ORDER.contains(point.getY())
        ? Optional.of("the Ed25519 key is a point of small order, which proves nothing")
        : Optional.empty();
  }

  /** The point of 32 bytes: little-endian y, the highest bit says whether x is odd. */
  static EdECPoint point(byte[] key) {
    byte[] y = reversed(key, 0);
    boolean odd = (y[0] & 0x80) != 0;
    y[0] &= 0x7F;
    return new EdECPoint(odd, new BigInteger(1, y));
  }

  /** True when both halves are in their one spelling. */
  static boolean isReduced(byte[] signature) {
    if (signature.length != SIGNATURE_BYTES) {
      return false;
    }
    byte[] r = reversed(signature, 0);
    r[0] &= 0x7F;
    return new BigInteger(1, r).compareTo(P) < 0
        && new BigInteger(1, reversed(signature, KEY_BYTES)).compareTo(L) < 0;
  }

  private static byte[] reversed(byte[] bytes, int from) {
    byte[] reversed = new byte[KEY_BYTES];
    for (int i = 0; i < KEY_BYTES; i++) {
      reversed[i] = bytes[from + KEY_BYTES - 1 - i];
    }
    return reversed;
  }
}
