package dev.gatehouse.receive.signature;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Locale;
import java.util.Optional;

/**
 * The hash under an HMAC or a digest. Which ones count is pinned per source; nothing a sender
 * writes can add one.
 */
public enum Hash {
  MD5("HmacMD5", "MD5", 16),
  SHA1("HmacSHA1", "SHA-1", 20),
  SHA224("HmacSHA224", "SHA-224", 28),
  SHA256("HmacSHA256", "SHA-256", 32),
  SHA384("HmacSHA384", "SHA-384", 48),
  SHA512("HmacSHA512", "SHA-512", 64),
  SHA3_256("HmacSHA3-256", "SHA3-256", 32),
  SHA3_512("HmacSHA3-512", "SHA3-512", 64),
  /** The submission that became SHA-3, with its older padding; for digests alone. */
  KECCAK256("", "KECCAK-256", 32);

  private final String jcaMac;
  private final String jcaDigest;
  private final int bytes;

  Hash(String jcaMac, String jcaDigest, int bytes) {
    this.jcaMac = jcaMac;
    this.jcaDigest = jcaDigest;
    this.bytes = bytes;
  }

  /** The name Java's cryptography knows the HMAC by; empty when there is none. */
  String jcaMac() {
    return jcaMac;
  }

  /** How long the digest is. */
  public int bytes() {
    return bytes;
  }

  /** A fresh digest. */
  MessageDigest newDigest() {
    if (this == KECCAK256) {
      return BouncyCastle.keccak256();
    }
    try {
      return MessageDigest.getInstance(jcaDigest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has " + jcaDigest, e);
    }
  }

  byte[] digest(byte[] text) {
    return newDigest().digest(text);
  }

  /** Reads {@code sha256}, {@code sha3_256} and the like. */
  public static Optional<Hash> parse(String text) {
    for (Hash hash : values()) {
      if (hash.name().toLowerCase(Locale.ROOT).equals(text)) {
        return Optional.of(hash);
      }
    }
    return Optional.empty();
  }
}
