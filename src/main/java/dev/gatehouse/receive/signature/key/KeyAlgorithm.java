package dev.gatehouse.receive.signature.key;

import java.math.BigInteger;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Optional;

/** One way of signing with a key pair, with everything a sender could wish to choose pinned. */
public sealed interface KeyAlgorithm {
  /** Smaller RSA keys are within reach of an attacker's purse. */
  int MIN_RSA_BITS = 2048;

  /** Bounds the work of one check. */
  int MAX_RSA_BITS = 8192;

  /** What is wrong with a key for this algorithm; never shows the key. */
  Optional<String> mistakeIn(PublicKey key);

  /** RFC 8032. */
  record Ed25519() implements KeyAlgorithm {
    @Override
    public Optional<String> mistakeIn(PublicKey key) {
      if (!(key instanceof EdECPublicKey edwards)
          || !edwards.getParams().getName().equals("Ed25519")) {
        return Optional.of("an Ed25519 key is needed");
      }
      return dev.gatehouse.receive.signature.key.Ed25519.mistakeIn(edwards.getPoint());
    }
  }

  /**
   * FIPS 186-5.
   *
   * @param form how the two numbers of a signature are written
   */
  record Ecdsa(Curve curve, KeyHash hash, Form form) implements KeyAlgorithm {
    /** How r and s are written. */
    public enum Form {
      /** An ASN.1 sequence of two integers. */
      DER,
      /** Both in full length, one after the other (IEEE P1363). */
      RAW
    }

    @Override
    public Optional<String> mistakeIn(PublicKey key) {
      return key instanceof ECPublicKey ec && curve.holds(ec)
          ? Optional.empty()
          : Optional.of("a key on the curve " + curve.jwkName() + " is needed");
    }
  }

  /**
   * RSASSA-PKCS1-v1_5 (RFC 8017).
   *
   * @param minBits of the modulus
   */
  record Rsa(KeyHash hash, int minBits) implements KeyAlgorithm {
    @Override
    public Optional<String> mistakeIn(PublicKey key) {
      return mistakeInRsa(key, minBits);
    }
  }

  /**
   * RSASSA-PSS (RFC 8017), MGF1 with the same hash, a salt of the hash's length.
   *
   * @param minBits of the modulus
   */
  record RsaPss(KeyHash hash, int minBits) implements KeyAlgorithm {
    @Override
    public Optional<String> mistakeIn(PublicKey key) {
      return mistakeInRsa(key, minBits);
    }
  }

  private static Optional<String> mistakeInRsa(PublicKey key, int minBits) {
    if (!(key instanceof RSAPublicKey rsa)) {
      return Optional.of("an RSA key is needed");
    }
    int bits = rsa.getModulus().bitLength();
    if (bits < minBits || bits > MAX_RSA_BITS) {
      return Optional.of(
          "the RSA key has "
              + bits
              + " bits; it must have between "
              + minBits
              + " and "
              + MAX_RSA_BITS);
    }
    BigInteger exponent = rsa.getPublicExponent();
    boolean sound =
        exponent.compareTo(BigInteger.TWO) > 0
            && exponent.testBit(0)
            && exponent.bitLength() <= 64
            && rsa.getModulus().testBit(0);
    return sound ? Optional.empty() : Optional.of("the RSA key has an unsound exponent or modulus");
  }
}
