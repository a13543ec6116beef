package dev.gatehouse.receive.signature;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Holds the claims of a rightly signed token against the rule, the request and the clock. */
final class JwtClaims {
  /** Far past any clock, and far from an overflow. */
  private static final double LAST_SECOND = 1e11;

  private final JwtSignature spec;

  JwtClaims(JwtSignature spec) {
    this.spec = spec;
  }

  /** Why the token does not stand for this request at this time; empty when it does. */
  Optional<Verification.Refused> refusal(JsonNode claims, SignedRequest request, Instant now) {
    for (String name : spec.claims().required()) {
      if (at(claims, name).isMissingNode() || at(claims, name).isNull()) {
        return Optional.of(JwtVerifier.malformed("the token has no claim " + name));
      }
    }
    for (Map.Entry<String, List<String>> each : spec.claims().equal().entrySet()) {
      if (!says(at(claims, each.getKey()), each.getValue())) {
        return Optional.of(
            mismatch("the claim " + each.getKey() + " is not what this source expects"));
      }
    }
    for (JwtSignature.Hashed hashed : spec.hashes()) {
      Optional<Verification.Refused> other = other(hashed, at(claims, hashed.claim()), request);
      if (other.isPresent()) {
        return other;
      }
    }
    return byClock(claims, now);
  }

  @Nullable Instant issuedAt(JsonNode claims) {
    return time(claims, "iat").orElse(null);
  }

  /** When a chain of certificates has to be in force; empty when the token does not say. */
  Optional<Instant> chainTime(JsonNode claims, Instant now) {
    if (spec.chain() == null || spec.chain().timeClaim() == null) {
      return Optional.of(now);
    }
    JsonNode at = at(claims, spec.chain().timeClaim());
    return at.isIntegralNumber() && at.canConvertToLong()
        ? Optional.of(at.asLong())
            .filter(millis -> millis > 0 && millis < (long) LAST_SECOND * 1000)
            .map(Instant::ofEpochMilli)
        : Optional.empty();
  }

  /** A name, or a path of names with slashes. */
  private static JsonNode at(JsonNode claims, String path) {
    JsonNode node = claims;
    for (String name :
        path.startsWith("/") ? path.substring(1).split("/", -1) : new String[] {path}) {
      node = node.path(name);
    }
    return node;
  }

  private static boolean says(JsonNode claim, List<String> expected) {
    if (claim.isArray()) {
      for (JsonNode each : claim) {
        if (each.isString() && expected.contains(each.asString())) {
          return true;
        }
      }
      return false;
    }
    return claim.isValueNode() && !claim.isNull() && expected.contains(claim.asString(""));
  }

  private static Optional<Verification.Refused> other(
      JwtSignature.Hashed hashed, JsonNode claim, SignedRequest request) {
    return switch (SignedText.of(hashed.over(), request, "")) {
      case SignedText.Impossible impossible -> Optional.of(impossible.why());
      case SignedText.Pieces text -> {
        boolean empty = text.bytes().stream().allMatch(piece -> piece.length == 0);
        if (empty && hashed.absentWhenEmpty() && claim.isMissingNode()) {
          yield Optional.empty();
        }
        byte[] digest = digest(hashed, text.bytes());
        byte[] given = new byte[digest.length];
        boolean same =
            claim.isString()
                && hashed.encoding().decode(claim.asString(), 0, given)
                && MessageDigest.isEqual(digest, given);
        yield same
            ? Optional.empty()
            : Optional.of(
                mismatch("the claim " + hashed.claim() + " is not the digest of this request"));
      }
    };
  }

  private static byte[] digest(JwtSignature.Hashed hashed, List<byte[]> text) {
    try {
      MessageDigest digest = MessageDigest.getInstance(hashed.hash().digest());
      text.forEach(digest::update);
      return digest.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has " + hashed.hash().digest(), e);
    }
  }

  private Optional<Verification.Refused> byClock(JsonNode claims, Instant now) {
    for (String name : List.of("exp", "nbf", "iat")) {
      if (claims.has(name) && time(claims, name).isEmpty()) {
        return Optional.of(JwtVerifier.malformed("the claim " + name + " is no time"));
      }
    }
    Instant early = now.minus(spec.clock().tolerance());
    Instant late = now.plus(spec.clock().tolerance());
    boolean stale =
        time(claims, "exp").filter(end -> !end.isAfter(early)).isPresent()
            || (spec.clock().maxAge() != null
                && time(claims, "iat")
                    .filter(at -> at.isBefore(now.minus(spec.clock().maxAge())))
                    .isPresent());
    boolean tooNew =
        time(claims, "nbf").filter(late::isBefore).isPresent()
            || time(claims, "iat").filter(now.plus(spec.clock().ahead())::isBefore).isPresent();
    if (stale) {
      return Optional.of(Refusals.refused(RefusalReason.STALE, "the token has run out"));
    }
    return tooNew
        ? Optional.of(Refusals.refused(RefusalReason.TOO_NEW, "the token is not valid yet"))
        : Optional.empty();
  }

  private static Optional<Instant> time(JsonNode claims, String name) {
    JsonNode node = claims.path(name);
    if (!node.isNumber()) {
      return Optional.empty();
    }
    double seconds = node.asDouble();
    return seconds >= 0 && seconds < LAST_SECOND
        ? Optional.of(Instant.ofEpochMilli((long) (seconds * 1000)))
        : Optional.empty();
  }

  private static Verification.Refused mismatch(String what) {
    return Refusals.refused(RefusalReason.MISMATCH, what);
  }
}
