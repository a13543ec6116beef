package dev.gatehouse.receive.signature;

import dev.gatehouse.event.RawBody;
import dev.gatehouse.receive.signature.jose.CompactJws;
import dev.gatehouse.receive.signature.jose.JwsAlgorithm;
import dev.gatehouse.receive.signature.key.StrictJson;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Checks tokens: their signature first, then what their claims say, the clock last. */
final class JwtVerifier implements Verifier {
  private static final int MAX_HEADER_TOKEN = 64 * 1024;

  private final JwtSignature spec;
  private final JwtClaims claims;
  private final TokenKeys keys;

  JwtVerifier(JwtSignature spec) {
    this.spec = spec;
    this.claims = new JwtClaims(spec);
    this.keys = new TokenKeys(spec);
  }

  @Override
  public Verification verify(SignedRequest request, List<LiveSecret> secrets, Instant now) {
    return switch (spec.place()) {
      case TokenPlace.InHeader place ->
          switch (place.name().read(request.headers())) {
            case HeaderName.Reading.Absent absent -> Refusals.missing(place.name());
            case HeaderName.Reading.Repeated repeated -> Refusals.repeated(place.name());
            case HeaderName.Reading.Single single ->
                single.value().length() <= MAX_HEADER_TOKEN
                        && single.value().startsWith(place.prefix())
                    ? token(
                        single.value().substring(place.prefix().length()), request, secrets, now)
                    : malformed("the header does not hold a token of the expected form");
          };
      case TokenPlace.InJson place -> {
        JsonNode node = StrictJson.object(request.body().bytes()).orElse(null);
        for (String key : place.keys()) {
          node = node == null ? null : node.path(key);
        }
        yield node != null && node.isString()
            ? token(node.asString(), request, secrets, now)
            : malformed("the body holds no token at its place");
      }
      case TokenPlace.WholeBody place ->
          token(
              new String(request.body().bytes(), StandardCharsets.ISO_8859_1),
              request,
              secrets,
              now);
    };
  }

  private Verification token(
      String text, SignedRequest request, List<LiveSecret> secrets, Instant now) {
    Optional<CompactJws> parsed = CompactJws.parse(text);
    if (parsed.isEmpty()) {
      return malformed("the token does not have three parts that can be read");
    }
    CompactJws jws = parsed.get();
    Optional<JwsAlgorithm> algorithm = jws.algorithm().filter(spec.algorithms()::contains);
    boolean unencoded =
        spec.payload() instanceof TokenPayload.Detached detached && detached.unencoded();
    if (algorithm.isEmpty()
        || !jws.asksForNothingElse(unencoded)
        || !spec.headerValues().entrySet().stream()
            .allMatch(
                each -> jws.text(each.getKey()).filter(each.getValue()::equals).isPresent())) {
      return malformed("the token is of an algorithm, version or form that is not allowed here");
    }
    return switch (spec.payload()) {
      case TokenPayload.Enclosed enclosed -> enclosed(jws, algorithm.get(), request, secrets, now);
      case TokenPayload.Detached outside -> {
        if (!jws.payload().isEmpty()) {
          yield malformed("the token has a payload where there must be none");
        }
        yield switch (DetachedPayload.of(outside, jws, request)) {
          case DetachedPayload.Impossible impossible -> impossible.why();
          case DetachedPayload.Made made ->
              switch (matching(
                  jws,
                  algorithm.get(),
                  jws.signedText(made.pieces(), outside.unencoded()),
                  secrets,
                  now,
                  now)) {
                case Verification.Refused refused -> refused;
                case Verification.Verified verified -> made.inTime(verified, now);
              };
        };
      }
    };
  }

  private Verification enclosed(
      CompactJws jws,
      JwsAlgorithm algorithm,
      SignedRequest request,
      List<LiveSecret> secrets,
      Instant now) {
    Optional<byte[]> payload = jws.enclosedPayload();
    Optional<JsonNode> tree = payload.flatMap(StrictJson::object);
    if (payload.isEmpty() || tree.isEmpty()) {
      return malformed("the token holds no claims that can be read");
    }
    Optional<Instant> chainAt = claims.chainTime(tree.get(), now);
    if (chainAt.isEmpty()) {
      return malformed("the token does not say when it was signed");
    }
    return switch (matching(jws, algorithm, jws.signedText(), secrets, now, chainAt.get())) {
      case Verification.Refused refused -> refused;
      case Verification.Verified verified ->
          claims
              .refusal(tree.get(), request, now)
              .<Verification>map(refused -> refused)
              .orElseGet(
                  () ->
                      new Verification.Verified(
                          verified.secretLabel(),
                          claims.issuedAt(tree.get()),
                          new RawBody(payload.get())));
    };
  }

  private Verification matching(
      CompactJws jws,
      JwsAlgorithm algorithm,
      List<byte[]> text,
      List<LiveSecret> secrets,
      Instant now,
      Instant chainAt) {
    boolean anyLive = false;
    for (LiveSecret secret : secrets) {
      anyLive |= secret.liveAt(now) && !secret.secret().isBlank();
      if (secret.liveAt(now) && keys.hold(secret.secret(), jws, algorithm, text, chainAt)) {
        return new Verification.Verified(secret.label(), null);
      }
    }
    for (LiveSecret secret : secrets) {
      if (!secret.liveAt(now) && keys.hold(secret.secret(), jws, algorithm, text, chainAt)) {
        return Refusals.refused(
            RefusalReason.EXPIRED_SECRET, "signed with a secret or key whose time has run out");
      }
    }
    return anyLive
        ? Refusals.refused(RefusalReason.MISMATCH, "the token is signed with no live secret or key")
        : Refusals.refused(RefusalReason.NO_SECRET, "the source has no secret or key");
  }

  static Verification.Refused malformed(String what) {
    return Refusals.refused(RefusalReason.MALFORMED, what);
  }
}
