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
    Payload payload,
    Map<String, String> headerValues,
    List<Hashed> hashes,
    Claims claims,
    Clock clock,
    @Nullable Chain chain)
    implements SignatureSpec {

  /** Where the token stands. */
  public sealed interface TokenPlace {
    /** In a header, behind a beginning that may be empty. */
    record InHeader(HeaderName name, String prefix) implements TokenPlace {}

    /** A text in a JSON body. */
    record InJson(List<String> keys) implements TokenPlace {
      public InJson {
        keys = List.copyOf(keys);
      }
    }

    /** The whole body. */
    record WholeBody() implements TokenPlace {}
  }

  /** Where the signed payload stands. */
  public sealed interface Payload {
    /** In the token: a JSON object with the claims. */
    record Enclosed() implements Payload {}

    /**
     * Outside: made from the request.
     *
     * @param before the text up to the list of signed headers, or all of it
     * @param headersParameter the parameter of the token's header that lists further signed headers
     *     by name, with commas; each adds {@code Name: value} and a line feed; null: none
     * @param after the text behind that list; null when there is none
     * @param mustSign what has to be in that list
     * @param unencoded the bytes themselves are signed (RFC 7797), not their base64url
     * @param timestamp a time in a signed header; null when there is none
     */
    record Detached(
        Template before,
        @Nullable String headersParameter,
        @Nullable Template after,
        List<HeaderName> mustSign,
        boolean unencoded,
        @Nullable TimestampRule timestamp)
        implements Payload {
      public Detached {
        mustSign = List.copyOf(mustSign);
        if (timestamp != null
            && (timestamp.header() == null || !mustSign.contains(timestamp.header()))) {
          throw new SpecMistake(
              "a timestamp that is not signed proves nothing: put it into must_sign");
        }
      }
    }
  }

  /**
   * A claim that holds a digest.
   *
   * @param absentWhenEmpty the provider leaves it out when there is nothing to hash
   */
  public record Hashed(
      String claim, Template over, KeyHash hash, TextEncoding encoding, boolean absentWhenEmpty) {}

  /**
   * @param equal claims and the values of which one has to stand there (or, in a list, among
   *     others); {@code {config:name}} is a value the operator gives
   * @param optional the same, not looked at when the operator gives no value
   * @param required claims that have to be there
   */
  public record Claims(
      Map<String, List<String>> equal, Map<String, String> optional, Set<String> required) {
    public Claims {
      equal = Map.copyOf(equal);
      optional = Map.copyOf(optional);
      required = Set.copyOf(required);
    }
  }

  /**
   * {@code exp}, {@code nbf} and {@code iat} count whenever they are there.
   *
   * @param tolerance how far clocks may differ
   * @param maxAge how old {@code iat} may be; null: not looked at
   */
  public record Clock(Duration tolerance, @Nullable Duration maxAge) {}

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

  private static final String CONFIG = "{config:";

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
    if (!(payload instanceof Payload.Enclosed)
        && !(hashes.isEmpty() && claims.equal.isEmpty() && claims.required.isEmpty())) {
      throw new SpecMistake("a detached payload is the request, so there are no claims");
    }
  }

  @Override
  public Coverage coverage() {
    boolean body = place instanceof TokenPlace.WholeBody || place instanceof TokenPlace.InJson;
    boolean url = false;
    Set<String> headers = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    List<Template> texts = new ArrayList<>();
    hashes.forEach(hashed -> texts.add(hashed.over));
    if (payload instanceof Payload.Detached detached) {
      texts.add(detached.before);
      if (detached.after != null) {
        texts.add(detached.after);
      }
      detached.mustSign.forEach(header -> headers.addAll(header.all()));
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
    if (asymmetric.isEmpty() || (mixed() && !PublicKeyText.looksPublic(secret.value()))) {
      return PublicKeyText.looksPublic(secret.value()) && asymmetric.isEmpty()
          ? Optional.of("this is a public key, and the provider signs with a shared secret")
          : key.mistakeIn(secret);
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

  /** Both shared secrets and key pairs are possible: then a public key is PEM or JWK. */
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
    return place instanceof TokenPlace.InHeader inHeader ? List.of(inHeader.name) : List.of();
  }

  @Override
  public Set<String> neededValues() {
    Set<String> names = new TreeSet<>();
    claims
        .equal
        .values()
        .forEach(values -> values.forEach(value -> name(value).ifPresent(names::add)));
    return names;
  }

  @Override
  public Set<String> optionalValues() {
    Set<String> names = new TreeSet<>();
    claims.optional.values().forEach(value -> name(value).ifPresent(names::add));
    return names;
  }

  @Override
  public JwtSignature with(Map<String, String> values) {
    Map<String, List<String>> equal = new java.util.TreeMap<>();
    claims.equal.forEach(
        (claim, texts) ->
            equal.put(claim, texts.stream().map(each -> given(each, values)).toList()));
    Map<String, String> open = new java.util.TreeMap<>();
    claims.optional.forEach(
        (claim, text) -> {
          if (name(text).map(values::containsKey).orElse(true)) {
            equal.put(claim, List.of(given(text, values)));
          } else {
            open.put(claim, text);
          }
        });
    return new JwtSignature(
        algorithms,
        place,
        key,
        payload,
        headerValues,
        hashes,
        new Claims(equal, open, claims.required),
        clock,
        chain);
  }

  private static String given(String text, Map<String, String> values) {
    return name(text).map(name -> values.getOrDefault(name, text)).orElse(text);
  }

  /** The name in {@code {config:name}}. */
  static Optional<String> name(String text) {
    return text.startsWith(CONFIG) && text.endsWith("}")
        ? Optional.of(text.substring(CONFIG.length(), text.length() - 1))
        : Optional.empty();
  }
}
