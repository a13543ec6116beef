package dev.gatehouse.receive.signature;

import dev.gatehouse.event.RawBody;
import dev.gatehouse.receive.signature.jose.CompactJws;
import dev.gatehouse.receive.signature.jose.JwsAlgorithm;
import dev.gatehouse.receive.signature.key.CertificateChain;
import dev.gatehouse.receive.signature.key.KeyAlgorithm;
import dev.gatehouse.receive.signature.key.PublicKeyText;
import dev.gatehouse.receive.signature.key.SignatureCheck;
import dev.gatehouse.receive.signature.key.StrictJson;
import dev.gatehouse.receive.signature.key.VerifyingKey;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.JsonNode;

/** Checks tokens: their signature first, then what their claims say, the clock last. */
final class JwtVerifier implements Verifier {
  private static final int MAX_HEADER_TOKEN = 64 * 1024;
  private static final int MAX_CHECKS = 64;

  private final JwtSignature spec;
  private final JwtClaims claims;
  private final SigningKeys keys = new SigningKeys();

  JwtVerifier(JwtSignature spec) {
    this.spec = spec;
    this.claims = new JwtClaims(spec);
  }

  @Override
  public Verification verify(SignedRequest request, List<LiveSecret> secrets, Instant now) {
    return switch (spec.place()) {
      case JwtSignature.TokenPlace.InHeader place ->
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
      case JwtSignature.TokenPlace.InJson place -> {
        JsonNode node = StrictJson.object(request.body().bytes()).orElse(null);
        for (String key : place.keys()) {
          node = node == null ? null : node.path(key);
        }
        yield node != null && node.isString()
            ? token(node.asString(), request, secrets, now)
            : malformed("the body holds no token at its place");
      }
      case JwtSignature.TokenPlace.WholeBody place ->
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
        spec.payload() instanceof JwtSignature.Payload.Detached detached && detached.unencoded();
    if (algorithm.isEmpty()
        || !jws.asksForNothingElse(unencoded)
        || !spec.headerValues().entrySet().stream()
            .allMatch(
                each -> jws.text(each.getKey()).filter(each.getValue()::equals).isPresent())) {
      return malformed("the token is of an algorithm, version or form that is not allowed here");
    }
    return switch (spec.payload()) {
      case JwtSignature.Payload.Enclosed enclosed ->
          enclosed(jws, algorithm.get(), request, secrets, now);
      case JwtSignature.Payload.Detached outside -> {
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
      if (secret.liveAt(now) && holds(secret.secret(), jws, algorithm, text, chainAt)) {
        return new Verification.Verified(secret.label(), null);
      }
    }
    for (LiveSecret secret : secrets) {
      if (!secret.liveAt(now) && holds(secret.secret(), jws, algorithm, text, chainAt)) {
        return Refusals.refused(
            RefusalReason.EXPIRED_SECRET, "signed with a secret or key whose time has run out");
      }
    }
    return anyLive
        ? Refusals.refused(RefusalReason.MISMATCH, "the token is signed with no live secret or key")
        : Refusals.refused(RefusalReason.NO_SECRET, "the source has no secret or key");
  }

  private boolean holds(
      Secret secret, CompactJws jws, JwsAlgorithm algorithm, List<byte[]> text, Instant chainAt) {
    if (spec.chain() != null) {
      return byChain(spec.chain(), secret, jws, algorithm, text, chainAt);
    }
    // A key kind has its own algorithms: a public key is never the secret of a keyed hash.
    if (algorithm.mac().isPresent()) {
      return !PublicKeyText.looksPublic(secret.value())
          && spec.key()
              .key(secret)
              .map(key -> macHolds(algorithm.mac().get(), key, text, jws.signature()))
              .orElse(false);
    }
    if (spec.mixed() && !PublicKeyText.looksPublic(secret.value())) {
      return false;
    }
    int checks = 0;
    KeyAlgorithm pinned = algorithm.keys().orElseThrow();
    for (VerifyingKey key : keys.in(secret)) {
      if (key.answersTo(jws.keyId())
          && (key.alg() == null || key.alg().equals(algorithm.word()))
          && ++checks <= MAX_CHECKS
          && SignatureCheck.holds(pinned, key.key(), text, jws.signature())) {
        return true;
      }
    }
    return false;
  }

  private static boolean byChain(
      JwtSignature.Chain rule,
      Secret secret,
      CompactJws jws,
      JwsAlgorithm algorithm,
      List<byte[]> text,
      Instant at) {
    List<String> enclosed = jws.certificates();
    if (enclosed.size() != rule.length()) {
      return false;
    }
    List<X509Certificate> chain = CertificateChain.enclosed(enclosed);
    Set<X509Certificate> roots = new HashSet<>(PublicKeyText.certificates(secret.value()));
    if (chain.size() != rule.length()
        || !carries(chain, 0, rule.leafMarker())
        || !carries(chain, 1, rule.issuerMarker())
        || !roots.contains(chain.getLast())
        || !CertificateChain.leadsTo(roots, chain, at)) {
      return false;
    }
    return SignatureCheck.holds(
        algorithm.keys().orElseThrow(), chain.getFirst().getPublicKey(), text, jws.signature());
  }

  private static boolean carries(
      List<X509Certificate> chain, int at, @org.jspecify.annotations.Nullable String marker) {
    return marker == null || (at < chain.size() && CertificateChain.carries(chain.get(at), marker));
  }

  private static boolean macHolds(String name, byte[] key, List<byte[]> text, byte[] given) {
    try {
      Mac mac = Mac.getInstance(name);
      mac.init(new SecretKeySpec(key, name));
      text.forEach(mac::update);
      byte[] expected = mac.doFinal();
      return given.length == expected.length && MessageDigest.isEqual(expected, given);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + name, e);
    }
  }

  static Verification.Refused malformed(String what) {
    return Refusals.refused(RefusalReason.MALFORMED, what);
  }
}
