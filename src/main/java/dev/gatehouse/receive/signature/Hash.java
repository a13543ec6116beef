package dev.gatehouse.receive.signature;

import java.util.Locale;
import java.util.Optional;

/** The hash under an HMAC. One is pinned per source; nothing a sender writes can choose it. */
public enum Hash {
  SHA1("HmacSHA1", 20),
  SHA256("HmacSHA256", 32),
  SHA384("HmacSHA384", 48),
  SHA512("HmacSHA512", 64);

  private final String jcaMac;
  private final int bytes;

  Hash(String jcaMac, int bytes) {
    this.jcaMac = jcaMac;
    this.bytes = bytes;
  }

  /** The name Java's cryptography knows the HMAC by. */
  String jcaMac() {
    return jcaMac;
  }

  /** How long the digest is. */
  public int bytes() {
    return bytes;
  }

  /** Reads {@code sha256} and the like. */
  public static Optional<Hash> parse(String text) {
    for (Hash hash : values()) {
      if (hash.name().toLowerCase(Locale.ROOT).equals(text)) {
        return Optional.of(hash);
      }
    }
    return Optional.empty();
  }
}
