package dev.gatehouse.config.preset;

import dev.gatehouse.config.yaml.Key;
import dev.gatehouse.config.yaml.Kind;
import dev.gatehouse.config.yaml.Node;
import dev.gatehouse.config.yaml.Section;
import dev.gatehouse.config.yaml.Shape;
import dev.gatehouse.receive.signature.ClaimRules;
import dev.gatehouse.receive.signature.JwtSignature;
import dev.gatehouse.receive.signature.KeyForm;
import dev.gatehouse.receive.signature.ParamList;
import dev.gatehouse.receive.signature.SignatureSpec;
import dev.gatehouse.receive.signature.Template;
import dev.gatehouse.receive.signature.TextEncoding;
import dev.gatehouse.receive.signature.TimestampForm;
import dev.gatehouse.receive.signature.TokenPayload;
import dev.gatehouse.receive.signature.TokenPlace;
import dev.gatehouse.receive.signature.jose.JwsAlgorithm;
import dev.gatehouse.receive.signature.key.KeyHash;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** {@code scheme: jwt}: a signed token, its payload enclosed or detached. */
final class JwtBlock implements SchemeReader {
  private static final Duration MAX = Duration.ofDays(30);
  private static final Shape HASH =
      Shape.of(
          Key.of("claim", Kind.text("a claim"), "the claim with the digest").required(),
          Key.of("over", Kind.text("a text with {body}"), "what is hashed").byDefault("{body}"),
          Key.of("hash", Kind.choice("sha1", "sha256", "sha384", "sha512"), "the hash")
              .byDefault("sha256"),
          Key.of("encoding", Kind.choice(TextEncoding.class), "how it is written").byDefault("hex"),
          Key.of("absent_when_empty", Kind.flag(), "left out when there is nothing to hash")
              .byDefault(false));

  private static final Shape CERTIFICATES =
      Shape.of(
          Key.of("length", Kind.whole(1, 6), "how many come with the token").required(),
          Key.of("leaf_marker", Kind.text("an object identifier"), "extension of the first"),
          Key.of("issuer_marker", Kind.text("an object identifier"), "extension of the second"),
          Key.of("at", Kind.text("a claim"), "Unix milliseconds at which they are in force"));

  private static final Shape SHAPE =
      Shape.of(
          Key.of("scheme", Kind.choice("jwt"), "jwt: a signed token").required(),
          Key.of(
                  "algorithms",
                  Kind.listOf(Kind.text("an algorithm such as RS256")),
                  "the only ones a token may name")
              .required(),
          Key.of("token", Kind.text("header:Name, json:/pointer or body"), "where it stands")
              .required(),
          Key.of("prefix", Kind.text("a text"), "what stands before it in its header"),
          Key.of("key", Kind.choice("utf8", "base64", "hex"), "how a shared secret becomes the key")
              .byDefault("utf8"),
          Key.of(
                  "payload",
                  Kind.choice("enclosed", "detached", "unencoded"),
                  "in the token, or the request itself: as base64url or as it is (RFC 7797)")
              .byDefault("enclosed"),
          Key.of("over", Kind.text("a text with {body}"), "a detached payload").byDefault("{body}"),
          Key.of(
              "signed_headers",
              Kind.text("a parameter of the token's header"),
              "which lists the headers that {signed_headers} in over means"),
          Key.of(
              "must_sign",
              Kind.listOf(Kind.text("a header name")),
              "headers that have to be in that list"),
          Key.of("timestamp", Kind.text("header:Name"), "a signed header with a time"),
          Key.of("timestamp_format", Kind.choice(TimestampForm.class), "how it is written")
              .byDefault("rfc3339"),
          Key.of(
              "header_values",
              Kind.named(Kind.text("a text")),
              "what the token's header has to say"),
          Key.of(
              "claims",
              Kind.named(Kind.anyOf(Kind.text("a value"), Kind.listOf(Kind.text("a value")))),
              "what claims have to say: one of these, or {config:name}"),
          Key.of(
              "optional_claims",
              Kind.named(Kind.text("{config:name}")),
              "the same, only where the source gives the value"),
          Key.of("require", Kind.listOf(Kind.text("a claim")), "claims that have to be there"),
          TemplatedBlock.LISTS,
          Key.of("hashes", Kind.listOf(Kind.keys(HASH)), "claims with a digest of the request"),
          Key.of("tolerance", Kind.duration(), "how far clocks may differ").byDefault("5m"),
          Key.of("max_age", Kind.duration(), "how far iat may be from now; it has to be there"),
          Key.of("without_iat", Kind.flag(), "takes tokens without iat although there is max_age")
              .byDefault(false),
          Key.of("certificates", Kind.keys(CERTIFICATES), "that come with the token in x5c"),
          Key.of(
              "header_aliases",
              Kind.named(Kind.anyOf(Kind.text("a prefix"), Kind.listOf(Kind.text("a prefix")))),
              "other beginnings of header names that mean the same"));

  @Override
  public List<String> schemes() {
    return List.of("jwt");
  }

  @Override
  public Shape shape() {
    return SHAPE;
  }

  @Override
  public Optional<SignatureBlock> read(Node node, String scheme) {
    Section section = node.section(SHAPE);
    return SignatureBlock.with(section, aliases -> spec(section, aliases));
  }

  private static Optional<SignatureSpec> spec(Section section, HeaderAliases aliases) {
    int before = section.node().mistakes().count();
    Set<JwsAlgorithm> algorithms = EnumSet.noneOf(JwsAlgorithm.class);
    section
        .at("algorithms")
        .items()
        .forEach(
            item ->
                item.parsed("HS256, RS256, PS256, ES256, EdDSA …", JwsAlgorithm::of)
                    .ifPresent(algorithms::add));
    String prefix = section.at("prefix").textOrBlank().orElse("");
    Optional<TokenPlace> place =
        Reading.parsed(section.at("token"), text -> TokenReading.place(text, prefix, aliases));
    Optional<TokenPayload> payload = TokenReading.payload(section, aliases, MAX);
    Map<String, String> headerValues = new LinkedHashMap<>();
    section
        .at("header_values")
        .entries()
        .forEach((name, value) -> value.text().ifPresent(text -> headerValues.put(name, text)));
    Map<String, ParamList> lists = TemplatedBlock.lists(section, aliases);
    List<JwtSignature.Hashed> hashes = new ArrayList<>();
    section
        .at("hashes")
        .items()
        .forEach(item -> hashed(item.section(HASH), aliases, lists).ifPresent(hashes::add));
    Optional<Duration> tolerance = section.at("tolerance").duration(Duration.ZERO, MAX);
    Duration maxAge =
        section.has("max_age")
            ? section.at("max_age").duration(Duration.ZERO, MAX).orElse(null)
            : null;
    boolean withoutIat = section.at("without_iat").flag().orElse(false);
    Optional<KeyForm> key =
        section.at("key").choice(KeyForm.Kind.class).map(kind -> new KeyForm(kind, ""));
    Optional<ClaimRules> claims = claims(section);
    JwtSignature.Chain chain =
        section.has("certificates")
            ? chain(section.at("certificates").section(CERTIFICATES))
            : null;
    if (section.node().mistakes().count() > before
        || place.isEmpty()
        || payload.isEmpty()
        || tolerance.isEmpty()
        || key.isEmpty()
        || claims.isEmpty()) {
      return Optional.empty();
    }
    return Reading.built(
        section.node(),
        () ->
            new JwtSignature(
                algorithms,
                place.get(),
                key.get(),
                payload.get(),
                headerValues,
                hashes,
                claims.get(),
                new JwtSignature.Clock(tolerance.get(), maxAge, withoutIat),
                chain));
  }

  private static Optional<JwtSignature.Hashed> hashed(
      Section section, HeaderAliases aliases, Map<String, ParamList> lists) {
    Optional<String> claim = section.at("claim").text();
    Optional<Template> over =
        Reading.parsed(
            section.at("over"), text -> Template.parse(text, null, aliases::name, lists));
    Optional<KeyHash> hash = section.at("hash").choice(KeyHash.class);
    Optional<TextEncoding> encoding = section.at("encoding").choice(TextEncoding.class);
    boolean absent = section.at("absent_when_empty").flag().orElse(false);
    return claim.isPresent() && over.isPresent() && hash.isPresent() && encoding.isPresent()
        ? Optional.of(
            new JwtSignature.Hashed(claim.get(), over.get(), hash.get(), encoding.get(), absent))
        : Optional.empty();
  }

  private static Optional<ClaimRules> claims(Section section) {
    Map<String, List<String>> equal = new LinkedHashMap<>();
    section
        .at("claims")
        .entries()
        .forEach(
            (name, values) -> {
              List<String> texts = new ArrayList<>();
              values.itemsOrOne().forEach(value -> value.text().ifPresent(texts::add));
              equal.put(name, List.copyOf(texts));
            });
    Map<String, String> optional = new LinkedHashMap<>();
    section
        .at("optional_claims")
        .entries()
        .forEach((name, value) -> value.text().ifPresent(text -> optional.put(name, text)));
    Set<String> required = new LinkedHashSet<>();
    section.at("require").items().forEach(item -> item.text().ifPresent(required::add));
    return Reading.built(section.node(), () -> new ClaimRules(equal, optional, required));
  }

  private static JwtSignature.Chain chain(Section section) {
    return new JwtSignature.Chain(
        section.at("length").integer(1, 6).orElse(1),
        section.at("leaf_marker").text().orElse(null),
        section.at("issuer_marker").text().orElse(null),
        section.at("at").text().orElse(null));
  }
}
