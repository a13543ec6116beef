package dev.gatehouse.receive.signature;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.List;

/** Checks a bare secret in a header. */
final class TokenVerifier implements Verifier {
  private final SignatureSpec.Token spec;

  TokenVerifier(SignatureSpec.Token spec) {
    this.spec = spec;
  }

  @Override
  public Verification verify(SignedRequest request, List<LiveSecret> secrets, Instant now) {
    return switch (spec.header().read(request.headers())) {
      case HeaderName.Reading.Absent absent -> Refusals.missing(spec.header());
      case HeaderName.Reading.Repeated repeated -> Refusals.repeated(spec.header());
      case HeaderName.Reading.Single single -> check(single.value(), secrets, now);
    };
  }

  private Verification check(String value, List<LiveSecret> secrets, Instant now) {
    if (value.length() > SignatureHeader.MAX_LENGTH
        || !value.startsWith(spec.prefix())
        || value.length() == spec.prefix().length()
        || !value.chars().allMatch(c -> c <= 0xFF)) {
      return Refusals.malformed(spec.header(), "does not hold a token of the expected form");
    }
    byte[] given = SignedText.headerBytes(value.substring(spec.prefix().length()));
    boolean anyUsable = false;
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
      anyUsable = true;
      if (matches) {
        return new Verification.Verified(secret.label(), null);
      }
    }
    if (expired) {
      return Refusals.refused(
          RefusalReason.EXPIRED_SECRET, "the token is one whose time has run out");
    }
    return anyUsable
        ? Refusals.refused(RefusalReason.MISMATCH, "the token matches no live secret")
        : Refusals.refused(RefusalReason.NO_SECRET, "the source has no secret that can match");
  }
}
