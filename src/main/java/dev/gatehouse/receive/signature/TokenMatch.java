package dev.gatehouse.receive.signature;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.List;

/** Compares what a request brought with the secrets themselves. */
final class TokenMatch {
  private TokenMatch() {}

  /**
   * Every secret is compared in constant time; blank ones never match.
   *
   * @param given not empty
   */
  static Verification of(byte[] given, List<LiveSecret> secrets, Instant now) {
    boolean usable = false;
    boolean expired = false;
    for (LiveSecret secret : secrets) {
      if (secret.secret().isBlank()) {
        continue;
      }
      boolean matches =
          MessageDigest.isEqual(secret.secret().value().getBytes(StandardCharsets.UTF_8), given);
      if (!secret.liveAt(now)) {
        expired |= matches;
        continue;
      }
      usable = true;
      if (matches) {
        return new Verification.Verified(secret.label(), null);
      }
    }
    if (expired) {
      return Refusals.refused(
          RefusalReason.EXPIRED_SECRET, "the token is one whose time has run out");
    }
    return usable
        ? Refusals.refused(RefusalReason.MISMATCH, "the token matches no live secret")
        : Refusals.refused(RefusalReason.NO_SECRET, "the source has no secret that can match");
  }

  /** The bytes of a header's text; none for characters that no header can bring. */
  static byte[] headerBytes(String text) {
    return text.chars().allMatch(c -> c <= 0xFF) ? SignedText.headerBytes(text) : new byte[0];
  }
}
