package dev.gatehouse.receive.signature.key;

import java.util.Locale;
import java.util.Optional;

/** The hash under a public-key signature. */
public enum KeyHash {
  SHA1("SHA1", "SHA-1", 20),
  SHA256("SHA256", "SHA-256", 32),
  SHA384("SHA384", "SHA-384", 48),
  SHA512("SHA512", "SHA-512", 64);

  private final String inSignature;
  private final String digest;
  private final int bytes;

  KeyHash(String inSignature, String digest, int bytes) {
    this.inSignature = inSignature;
    this.digest = digest;
    this.bytes = bytes;
  }

  /** As in {@code SHA256withRSA}. */
  String inSignature() {
    return inSignature;
  }

  /** As {@link java.security.MessageDigest} knows it. */
  public String digest() {
    return digest;
  }

  int bytes() {
    return bytes;
  }

  /** Reads {@code sha256} and the like. */
  public static Optional<KeyHash> parse(String text) {
    for (KeyHash hash : values()) {
      if (hash.name().toLowerCase(Locale.ROOT).equals(text)) {
        return Optional.of(hash);
      }
    }
    return Optional.empty();
  }
}
