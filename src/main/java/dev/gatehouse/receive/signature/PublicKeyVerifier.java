package dev.gatehouse.receive.signature;

import dev.gatehouse.receive.signature.key.Base64Text;
import dev.gatehouse.receive.signature.key.KeyAlgorithm;
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

  /** What one check goes by. */
  private record Checking(
      RequestParts parts, KeyAlgorithm algorithm, List<LiveSecret> secrets, Instant now) {}

  @Override
  public Verification verify(SignedRequest request, List<LiveSecret> secrets, Instant now) {
    RequestParts parts = new RequestParts(request);
    if (spec.keys() != null && spec.keys().of(parts) instanceof KeySource.Places.None none) {
      return none.why();
    }
    List<Given> given = new ArrayList<>();
    Verification.Refused refused = Refusals.missing(spec.places().getFirst());
    for (Place place : spec.places()) {
      switch (parts.read(place, null)) {
        case HeaderName.Reading.Absent absent -> {}
        case HeaderName.Reading.Repeated repeated -> {
          return Refusals.repeated(place);
        }
        case HeaderName.Reading.Single single -> {
          Optional<Given> one = read(single.value());
          one.ifPresent(given::add);
          refused = Refusals.malformed(place, "does not hold one signature of the expected form");
        }
      }
    }
    return given.isEmpty() ? refused : withMethod(parts, given, secrets, now);
  }

  private Verification withMethod(
      RequestParts parts, List<Given> given, List<LiveSecret> secrets, Instant now) {
    Place named = spec.methodPlace();
    if (named == null) {
      return withKeyId(
          new Checking(parts, spec.methods().getFirst().algorithm(), secrets, now), given);
    }
    if (parts.read(named, null) instanceof HeaderName.Reading.Single single) {
      for (PublicKeySignature.Method method : spec.methods()) {
        if (method.word().equals(single.value())) {
          return withKeyId(new Checking(parts, method.algorithm(), secrets, now), given);
        }
      }
    }
    return Refusals.malformed(named, "names no method that this source allows");
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

  private Verification withKeyId(Checking check, List<Given> given) {
    if (spec.keyId() == null) {
      return withTime(check, given);
    }
    return switch (spec.keyId().read(check.parts.headers())) {
      case HeaderName.Reading.Absent absent -> Refusals.missing(spec.keyId());
      case HeaderName.Reading.Repeated repeated -> Refusals.repeated(spec.keyId());
      case HeaderName.Reading.Single single ->
          withTime(
              check,
              given.stream().map(each -> new Given(each.signature, single.value())).toList());
    };
  }

  private Verification withTime(Checking check, List<Given> given) {
    TimestampRule rule = spec.timestamp();
    if (rule == null || rule.inFormat()) {
      return match(check, given, "", null);
    }
    Place place = rule.header() == null ? rule.place() : new Place.Header(rule.header(), null);
    if (place == null) {
      return match(check, given, "", null);
    }
    return switch (check.parts.read(place, null)) {
      case HeaderName.Reading.Absent absent -> Refusals.missing(place);
      case HeaderName.Reading.Repeated repeated -> Refusals.repeated(place);
      case HeaderName.Reading.Single single -> {
        Optional<Instant> signedAt = rule.form().parse(single.value());
        yield signedAt.isEmpty()
            ? Refusals.malformed(place, "holds no readable timestamp")
            : match(check, given, single.value(), signedAt.get());
      }
    };
  }

  private Verification match(
      Checking check, List<Given> given, String timestamp, @Nullable Instant signedAt) {
    Verification.@Nullable Refused impossible = null;
    List<List<byte[]>> texts = new ArrayList<>();
    for (Template template : spec.over()) {
      SignedText.Sources sources =
          new SignedText.Sources(check.parts, timestamp, List.of(), null, null);
      switch (SignedText.of(template, sources)) {
        case SignedText.Impossible none -> impossible = none.why();
        case SignedText.Pieces text -> texts.add(text.bytes());
      }
    }
    if (texts.isEmpty() && impossible != null) {
      return impossible;
    }
    for (LiveSecret secret : check.secrets) {
      if (secret.liveAt(check.now) && matches(check, secret.secret(), texts, given)) {
        return inTime(secret.label(), signedAt, check.now);
      }
    }
    return refusal(check, texts, given);
  }

  private boolean matches(
      Checking check, Secret secret, List<List<byte[]>> texts, List<Given> given) {
    int checks = 0;
    for (VerifyingKey key : keys.in(secret)) {
      for (Given each : given) {
        for (List<byte[]> text : texts) {
          if (key.answersTo(each.kid)
              && ++checks <= MAX_CHECKS
              && SignatureCheck.holds(check.algorithm, key.key(), text, each.signature)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private Verification inTime(String label, @Nullable Instant signedAt, Instant now) {
    TimestampRule rule = spec.timestamp();
    Verification.Refused late = rule == null ? null : rule.refusal(signedAt, now);
    return late == null ? new Verification.Verified(label, signedAt) : late;
  }

  /** Looks at the expired keys only now, and only to tell the operator. */
  private Verification.Refused refusal(
      Checking check, List<List<byte[]>> texts, List<Given> given) {
    boolean anyUsable = false;
    for (LiveSecret secret : check.secrets) {
      if (secret.liveAt(check.now)) {
        anyUsable |= !keys.in(secret.secret()).isEmpty();
      } else if (matches(check, secret.secret(), texts, given)) {
        return Refusals.refused(
            RefusalReason.EXPIRED_SECRET, "signed with a key whose time has run out");
      }
    }
    return anyUsable
        ? Refusals.refused(RefusalReason.MISMATCH, "the signature belongs to no live key")
        : Refusals.refused(RefusalReason.NO_SECRET, "the source has no key that can match");
  }
}
