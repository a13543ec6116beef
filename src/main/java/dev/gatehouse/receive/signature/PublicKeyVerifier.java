package dev.gatehouse.receive.signature;

import dev.gatehouse.receive.signature.key.Base64Text;
import dev.gatehouse.receive.signature.key.SignatureCheck;
import dev.gatehouse.receive.signature.key.StrictJson;
import dev.gatehouse.receive.signature.key.VerifyingKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Checks signatures of key pairs; like the keyed hashes, it looks at the clock last. */
final class PublicKeyVerifier implements Verifier {
  /** Bounds the work: no provider has more than a handful of keys in force at once. */
  private static final int MAX_CHECKS = 64;

  private final PublicKeySignature spec;
  private final SigningKeys keys = new SigningKeys();

  PublicKeyVerifier(PublicKeySignature spec) {
    this.spec = spec;
  }

  private record Given(byte[] signature, @Nullable String kid) {}

  @Override
  public Verification verify(SignedRequest request, List<LiveSecret> secrets, Instant now) {
    List<Given> given = new ArrayList<>();
    Verification.Refused refused = Refusals.missing(spec.headers().getFirst());
    for (HeaderName header : spec.headers()) {
      switch (header.read(request.headers())) {
        case HeaderName.Reading.Absent absent -> {}
        case HeaderName.Reading.Repeated repeated -> {
          return Refusals.repeated(header);
        }
        case HeaderName.Reading.Single single -> {
          Optional<Given> one = read(single.value());
          one.ifPresent(given::add);
          refused = Refusals.malformed(header, "does not hold one signature of the expected form");
        }
      }
    }
    return given.isEmpty() ? refused : withKeyId(request, given, secrets, now);
  }

  private Optional<Given> read(String value) {
    if (value.length() > SignatureHeader.MAX_LENGTH) {
      return Optional.empty();
    }
    return switch (spec.envelope()) {
      case PublicKeySignature.Envelope.Plain plain ->
          value.startsWith(plain.prefix())
              ? plain
                  .encoding()
                  .decode(value.substring(plain.prefix().length()))
                  .map(bytes -> new Given(bytes, null))
              : Optional.empty();
      case PublicKeySignature.Envelope.Base64Json json ->
          Base64Text.standard(value)
              .flatMap(StrictJson::object)
              .filter(object -> object.path("signature").isString())
              .flatMap(
                  object ->
                      Base64Text.standard(object.path("signature").asString())
                          .map(
                              bytes ->
                                  new Given(
                                      bytes,
                                      object.path("kid").isString()
                                          ? object.path("kid").asString()
                                          : null)));
    };
  }

  private Verification withKeyId(
      SignedRequest request, List<Given> given, List<LiveSecret> secrets, Instant now) {
    if (spec.keyId() == null) {
      return withTime(request, given, secrets, now);
    }
    return switch (spec.keyId().read(request.headers())) {
      case HeaderName.Reading.Absent absent -> Refusals.missing(spec.keyId());
      case HeaderName.Reading.Repeated repeated -> Refusals.repeated(spec.keyId());
      case HeaderName.Reading.Single single ->
          withTime(
              request,
              given.stream().map(each -> new Given(each.signature, single.value())).toList(),
              secrets,
              now);
    };
  }

  private Verification withTime(
      SignedRequest request, List<Given> given, List<LiveSecret> secrets, Instant now) {
    TimestampRule rule = spec.timestamp();
    if (rule == null || rule.header() == null) {
      return match(request, given, "", null, secrets, now);
    }
    return switch (rule.header().read(request.headers())) {
      case HeaderName.Reading.Absent absent -> Refusals.missing(rule.header());
      case HeaderName.Reading.Repeated repeated -> Refusals.repeated(rule.header());
      case HeaderName.Reading.Single single -> {
        Optional<Instant> signedAt = rule.form().parse(single.value());
        yield signedAt.isEmpty()
            ? Refusals.malformed(rule.header(), "holds no readable timestamp")
            : match(request, given, single.value(), signedAt.get(), secrets, now);
      }
    };
  }

  private Verification match(
      SignedRequest request,
      List<Given> given,
      String timestamp,
      @Nullable Instant signedAt,
      List<LiveSecret> secrets,
      Instant now) {
    return switch (SignedText.of(spec.over(), request, timestamp)) {
      case SignedText.Impossible impossible -> impossible.why();
      case SignedText.Pieces text -> {
        for (LiveSecret secret : secrets) {
          if (secret.liveAt(now) && matches(secret.secret(), text.bytes(), given)) {
            yield inTime(secret.label(), signedAt, now);
          }
        }
        yield refusal(text.bytes(), given, secrets, now);
      }
    };
  }

  private boolean matches(Secret secret, List<byte[]> text, List<Given> given) {
    int checks = 0;
    for (VerifyingKey key : keys.in(secret)) {
      for (Given each : given) {
        if (key.answersTo(each.kid)
            && ++checks <= MAX_CHECKS
            && SignatureCheck.holds(spec.algorithm(), key.key(), text, each.signature)) {
          return true;
        }
      }
    }
    return false;
  }

  private Verification inTime(String label, @Nullable Instant signedAt, Instant now) {
    if (spec.timestamp() != null && signedAt != null) {
      Optional<Verification.Refused> late = TimeWindow.refusal(spec.timestamp(), signedAt, now);
      if (late.isPresent()) {
        return late.get();
      }
    }
    return new Verification.Verified(label, signedAt);
  }

  /** Looks at the expired keys only now, and only to tell the operator. */
  private Verification.Refused refusal(
      List<byte[]> text, List<Given> given, List<LiveSecret> secrets, Instant now) {
    boolean anyUsable = false;
    for (LiveSecret secret : secrets) {
      if (secret.liveAt(now)) {
        anyUsable |= !keys.in(secret.secret()).isEmpty();
      } else if (matches(secret.secret(), text, given)) {
        return Refusals.refused(
            RefusalReason.EXPIRED_SECRET, "signed with a key whose time has run out");
      }
    }
    return anyUsable
        ? Refusals.refused(RefusalReason.MISMATCH, "the signature belongs to no live key")
        : Refusals.refused(RefusalReason.NO_SECRET, "the source has no key that can match");
  }
}
