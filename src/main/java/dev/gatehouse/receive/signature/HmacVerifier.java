package dev.gatehouse.receive.signature;

import java.security.MessageDigest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javax.crypto.Mac;
import org.jspecify.annotations.Nullable;

/**
 * Checks keyed hashes.
 *
 * <p>The clock is looked at last: a request that is STALE or TOO_NEW was rightly signed, which is
 * what tells a wrong clock from a wrong secret.
 */
final class HmacVerifier implements Verifier {
  private final SignatureSpec.Hmac spec;
  private final PreparedKeys keys;

  HmacVerifier(SignatureSpec.Hmac spec) {
    this.spec = spec;
    this.keys = new PreparedKeys(spec.hash(), spec.key());
  }

  @Override
  public Verification verify(SignedRequest request, List<LiveSecret> secrets, Instant now) {
    return switch (spec.header().read(request.headers())) {
      case HeaderName.Reading.Absent absent -> Refusals.missing(spec.header());
      case HeaderName.Reading.Repeated repeated -> Refusals.repeated(spec.header());
      case HeaderName.Reading.Single single ->
          switch (SignatureHeader.parse(
              spec.header(), single.value(), spec.format(), spec.hash().bytes())) {
            case SignatureHeader.Broken broken -> broken.why();
            case SignatureHeader.Parsed parsed -> withTime(request, parsed, secrets, now);
          };
    };
  }

  private Verification withTime(
      SignedRequest request, SignatureHeader.Parsed parsed, List<LiveSecret> secrets, Instant now) {
    TimestampRule rule = spec.timestamp();
    if (rule == null) {
      return match(request, parsed, "", null, secrets, now);
    }
    HeaderName place = rule.header() == null ? spec.header() : rule.header();
    String text;
    if (rule.header() == null) {
      text = parsed.timestamp() == null ? "" : parsed.timestamp();
    } else {
      switch (rule.header().read(request.headers())) {
        case HeaderName.Reading.Single single -> text = single.value();
        case HeaderName.Reading.Absent absent -> {
          return Refusals.missing(rule.header());
        }
        case HeaderName.Reading.Repeated repeated -> {
          return Refusals.repeated(rule.header());
        }
      }
    }
    Optional<Instant> signedAt = rule.form().parse(text);
    if (signedAt.isEmpty()) {
      return Refusals.malformed(place, "holds no readable timestamp");
    }
    return match(request, parsed, text, signedAt.get(), secrets, now);
  }

  private Verification match(
      SignedRequest request,
      SignatureHeader.Parsed parsed,
      String timestamp,
      @Nullable Instant signedAt,
      List<LiveSecret> secrets,
      Instant now) {
    return switch (SignedText.of(spec.over(), request, timestamp)) {
      case SignedText.Impossible impossible -> impossible.why();
      case SignedText.Pieces text -> {
        boolean anyUsable = false;
        for (LiveSecret secret : secrets) {
          if (secret.liveAt(now)) {
            Optional<Mac> mac = keys.mac(secret.secret());
            anyUsable |= mac.isPresent();
            if (mac.isPresent() && matches(mac.get(), text.bytes(), parsed.digests())) {
              yield inTime(secret.label(), signedAt, now);
            }
          }
        }
        yield refusal(anyUsable, text.bytes(), parsed.digests(), secrets, now);
      }
    };
  }

  private static boolean matches(Mac mac, List<byte[]> text, List<byte[]> digests) {
    for (byte[] piece : text) {
      mac.update(piece);
    }
    byte[] expected = mac.doFinal();
    boolean matched = false;
    for (byte[] digest : digests) {
      // Lengths first: isEqual of two empty arrays is true.
      matched |= digest.length == expected.length && MessageDigest.isEqual(expected, digest);
    }
    return matched;
  }

  private Verification inTime(String label, @Nullable Instant signedAt, Instant now) {
    TimestampRule rule = spec.timestamp();
    Verification.Refused late = rule == null ? null : rule.refusal(signedAt, now);
    return late == null ? new Verification.Verified(label, signedAt) : late;
  }

  /** Looks at the expired secrets only now, and only to tell the operator. */
  private Verification.Refused refusal(
      boolean anyUsable,
      List<byte[]> text,
      List<byte[]> digests,
      List<LiveSecret> secrets,
      Instant now) {
    for (LiveSecret secret : secrets) {
      if (!secret.liveAt(now)
          && keys.mac(secret.secret()).map(mac -> matches(mac, text, digests)).orElse(false)) {
        return Refusals.refused(
            RefusalReason.EXPIRED_SECRET, "signed with a secret whose time has run out");
      }
    }
    return anyUsable
        ? Refusals.refused(RefusalReason.MISMATCH, "no signature matches any live secret")
        : Refusals.refused(RefusalReason.NO_SECRET, "the source has no secret that can match");
  }
}
