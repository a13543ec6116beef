package dev.gatehouse.receive.signature;

import dev.gatehouse.receive.signature.jose.JwsAlgorithm;
import dev.gatehouse.receive.signature.key.KeyHash;
import dev.gatehouse.receive.signature.key.KeyReading;
import dev.gatehouse.receive.signature.key.PublicKeyText;
import dev.gatehouse.receive.signature.key.VerifyingKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A signed token (RFC 7515, 7519) whose claims say who sent the request and, with some providers,
 * what is in it.
 *
 * @param algorithms the only ones; what the token names has to be among them
 * @param key how a secret becomes a key, for the algorithms with one
 * @param headerValues texts the token's header has to hold
 * @param hashes claims that hold a digest of a part of the request
 * @param claims what the claims have to say
 * @param clock the times in the claims
 * @param chain null: the source holds the key; else it holds the root of the certificates that come
 *     with the token
 */
public record JwtSignature(
    Set<JwsAlgorithm> algorithms,
    TokenPlace place,
    KeyForm key,
    TokenPayload payload,
    Map<String, String> headerValues,
    List<Hashed> hashes,
    ClaimRules claims,
    Clock clock,
    @Nullable Chain chain)
    implements SignatureSpec {

  /**
   * A claim that holds a digest.
   *
   * @param absentWhenEmpty the provider leaves it out when there is nothing to hash
   */
  public record Hashed(
      String claim, Template over, KeyHash hash, TextEncoding encoding, boolean absentWhenEmpty) {}

  /**
   * {@code exp}, {@code nbf} and {@code iat} count whenever they are there.
   *
   * @param tolerance how far clocks may differ
   * @param maxAge how far {@code iat} may be from now, on either side; null: not looked at, except
   *     that it is not in the future
   * @param withoutIat whether a token without {@code iat} is taken although there is a greatest
   *     age: the provider's own checks take it
   */
  public record Clock(Duration tolerance, @Nullable Duration maxAge, boolean withoutIat) {
    public Clock {
      if (maxAge == null && withoutIat) {
        throw new SpecMistake("without max_age every token is taken without iat");
      }
    }

    /** The furthest in the future that {@code iat} may be. */
    Duration ahead() {
      return maxAge == null || maxAge.compareTo(tolerance) < 0 ? tolerance : maxAge;
    }
  }

  /**
   * Certificates in the token's header.
   *
   * @param length how many there are, the root among them
   * @param leafMarker object identifier of an extension the first one carries; null: none
   * @param issuerMarker the same of the second one
   * @param timeClaim claim in Unix milliseconds at which all of them have to be in force; null: now
   */
  public record Chain(
      int length,
      @Nullable String leafMarker,
      @Nullable String issuerMarker,
      @Nullable String timeClaim) {}

  public JwtSignature {
    if (algorithms.isEmpty()) {
      throw new SpecMistake(
          "a token is signed with one of a list of algorithms, and this is empty");
    }
    algorithms = Set.copyOf(algorithms);
    headerValues = Map.copyOf(headerValues);
    hashes = List.copyOf(hashes);
    if (chain != null && algorithms.stream().anyMatch(each -> each.mac().isPresent())) {
      throw new SpecMistake("certificates hold no shared secret");
    }
    if (algorithms.contains(JwsAlgorithm.EDDSA)
        && algorithms.stream().anyMatch(each -> each.mac().isPresent())) {
      throw new SpecMistake(
          "32 bytes can be an EdDSA key or a shared secret, so a list with HS… is one without it");
    }
    if (!(payload instanceof TokenPayload.Enclosed)
        && !(hashes.isEmpty() && claims.equals(ClaimRules.NONE))) {
      throw new SpecMistake("a detached payload is the request, so there are no claims");
    }
    if (headerValues.values().stream().anyMatch(value -> value.contains("{"))) {
      throw new SpecMistake("what a token's header has to say is fixed: no {config:name}");
    }
    if (payload instanceof TokenPayload.Enclosed && clock.maxAge != null && !clock.withoutIat) {
      claims = claims.requiring("iat");
    }
  }

  @Override
  public Coverage coverage() {
    boolean body = place instanceof TokenPlace.WholeBody || place instanceof TokenPlace.InJson;
    boolean url = false;
    Set<String> headers = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    List<Template> texts = new ArrayList<>();
    hashes.forEach(hashed -> texts.add(hashed.over));
    if (payload instanceof TokenPayload.Detached detached) {
      texts.add(detached.before());
      if (detached.after() != null) {
        texts.add(detached.after());
      }
      detached.mustSign().forEach(header -> headers.addAll(header.all()));
    }
    for (Template text : texts) {
      body |= text.usesBody();
      url |= text.usesUrl();
      text.headers().forEach(header -> headers.addAll(header.all()));
    }
    return new Coverage(body, url, headers);
  }

  @Override
  public Optional<String> mistakeIn(Secret secret) {
    if (chain != null) {
      return PublicKeyText.certificates(secret.value()).isEmpty()
          ? Optional.of("the root certificate in PEM is needed")
          : Optional.empty();
    }
    Set<JwsAlgorithm> asymmetric = EnumSet.noneOf(JwsAlgorithm.class);
    algorithms.stream().filter(each -> each.keys().isPresent()).forEach(asymmetric::add);
    boolean isPublic =
        mixed()
            ? PublicKeyText.canBePublic(secret.value())
            : PublicKeyText.looksPublic(secret.value());
    if (asymmetric.isEmpty()) {
      return isPublic
          ? Optional.of("this is a public key, and the provider signs with a shared secret")
          : key.mistakeIn(secret);
    }
    if (mixed() && !isPublic) {
      return key.mistakeIn(secret);
    }
    return switch (PublicKeyText.pasted(secret.value())) {
      case KeyReading.Unreadable unreadable -> Optional.of(unreadable.why());
      case KeyReading.Keys found ->
          found.keys().stream().flatMap(one -> mistakeIn(one, asymmetric).stream()).findFirst();
    };
  }

  private static Optional<String> mistakeIn(VerifyingKey key, Set<JwsAlgorithm> algorithms) {
    Optional<String> last = Optional.empty();
    for (JwsAlgorithm algorithm : algorithms) {
      last = algorithm.keys().orElseThrow().mistakeIn(key.key());
      if (last.isEmpty()) {
        return last;
      }
    }
    return last;
  }

  /** Both shared secrets and key pairs are possible: the form of the text says which it is. */
  boolean mixed() {
    return algorithms.stream().anyMatch(each -> each.mac().isPresent())
        && algorithms.stream().anyMatch(each -> each.keys().isPresent());
  }

  @Override
  public boolean signable() {
    return false;
  }

  @Override
  public Set<String> headerNames() {
    Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    signatureHeaders().forEach(header -> names.addAll(header.all()));
    names.addAll(coverage().headers());
    return names;
  }

  @Override
  public List<HeaderName> requiredHeaders() {
    return signatureHeaders();
  }

  @Override
  public List<HeaderName> signatureHeaders() {
    return place instanceof TokenPlace.InHeader inHeader ? List.of(inHeader.name()) : List.of();
  }

  @Override
  public Set<String> neededValues() {
    return claims.needed();
  }

  @Override
  public Set<String> optionalValues() {
    return claims.possible();
  }

  @Override
  public JwtSignature with(Map<String, String> values) {
    return with(claims.with(values));
  }

  @Override
  public JwtSignature withoutOpenValues() {
    return with(claims.withoutOpen());
  }

  private JwtSignature with(ClaimRules other) {
    return new JwtSignature(
        algorithms, place, key, payload, headerValues, hashes, other, clock, chain);
  }
}
