package dev.gatehouse.config.preset;

import dev.gatehouse.config.yaml.Key;
import dev.gatehouse.config.yaml.Kind;
import dev.gatehouse.config.yaml.Node;
import dev.gatehouse.config.yaml.Section;
import dev.gatehouse.config.yaml.Shape;
import dev.gatehouse.receive.signature.HeaderName;
import dev.gatehouse.receive.signature.HostPattern;
import dev.gatehouse.receive.signature.KeySource;
import dev.gatehouse.receive.signature.ParamList;
import dev.gatehouse.receive.signature.Place;
import dev.gatehouse.receive.signature.PublicKeySignature;
import dev.gatehouse.receive.signature.PublicKeySignature.Envelope;
import dev.gatehouse.receive.signature.PublicKeySignature.Method;
import dev.gatehouse.receive.signature.SignatureFormat;
import dev.gatehouse.receive.signature.SignatureSpec;
import dev.gatehouse.receive.signature.SpecMistake;
import dev.gatehouse.receive.signature.Template;
import dev.gatehouse.receive.signature.TimestampForm;
import dev.gatehouse.receive.signature.TimestampRule;
import dev.gatehouse.receive.signature.key.Curve;
import dev.gatehouse.receive.signature.key.KeyAlgorithm;
import dev.gatehouse.receive.signature.key.KeyHash;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The {@code signature} block of the schemes with a key pair. */
final class PublicKeyBlock implements SchemeReader {
  private static final List<String> SCHEMES = List.of("ed25519", "ecdsa", "rsa", "rsa-pss");

  private static final String BASE64_JSON = "base64-json";
  private static final int WEAKEST_RSA = 1024;

  private static final Shape KEYS_FROM =
      Shape.of(
          Key.of(
                  "url",
                  Kind.anyOf(Kind.text("a URL"), Kind.listOf(Kind.text("a URL"))),
                  "of PEM, a certificate or a JWKS, with {header:…}, {json:/…} or {config:…} in it")
              .required(),
          Key.of("hosts", Kind.listOf(Kind.text("a host")), "that count; * is any one label")
              .required(),
          Key.of("ending", Kind.text("a text"), "what the path has to end with"));

  private static final Shape SHAPE =
      Shape.of(
          Key.of(
                  "scheme",
                  Kind.choice("ed25519", "ecdsa", "rsa", "rsa-pss"),
                  "ed25519, ecdsa, rsa (PKCS#1 v1.5) or rsa-pss")
              .required(),
          Key.of("hash", Kind.choice("sha1", "sha256", "sha384", "sha512"), "not for ed25519")
              .byDefault("sha256"),
          Key.of("curve", Kind.choice("p256", "p384", "p521"), "the curve of ecdsa")
              .byDefault("p256"),
          Key.of("form", Kind.choice("der", "raw"), "how an ecdsa signature is written")
              .byDefault("der"),
          Key.of(
                  "min_bits",
                  Kind.whole(WEAKEST_RSA, KeyAlgorithm.MAX_RSA_BITS),
                  "the smallest RSA key; less than 2048 only where the provider has one")
              .byDefault(KeyAlgorithm.MIN_RSA_BITS),
          Key.of(
              "header",
              Kind.anyOf(Kind.text("a header name"), Kind.listOf(Kind.text("a header name"))),
              "the header the signature stands in, or several of which any may hold it"),
          Key.of(
              "at",
              Kind.anyOf(Kind.text("a place"), Kind.listOf(Kind.text("a place"))),
              "where the signature stands instead of a header"),
          Key.of("hashes", Kind.named(Kind.text("a hash")), "the allowed hashes by their words"),
          Key.of("hash_from", Kind.text("a place"), "what names one of hashes"),
          TemplatedBlock.LISTS,
          Key.of("keys_from", Kind.keys(KEYS_FROM), "where the public keys are fetched"),
          Key.of(
                  "format",
                  Kind.text("{base64}, {hex} or base64-json"),
                  "how it is written; base64-json: base64 of JSON with signature and kid")
              .byDefault("{base64}"),
          Key.of(
                  "over",
                  Kind.anyOf(
                      Kind.text("a text with {body}"), Kind.listOf(Kind.text("a signed text"))),
                  "the signed text, or several of which one has to fit")
              .byDefault("{body}"),
          Key.of("key_id", Kind.text("header:Name"), "the header that names the key"),
          Key.of("id", Kind.text("header:Name"), "the header {id} means"),
          Key.of("timestamp", Kind.text("a place"), "what {timestamp} means"),
          Key.of("timestamp_format", Kind.choice(TimestampForm.class), "how it is written")
              .byDefault("unix_s"),
          Key.of(
                  "tolerance",
                  Kind.anyOf(Kind.duration(), Kind.choice("off")),
                  "how far the timestamp may be from now on either side")
              .byDefault("5m"),
          Key.of(
              "header_aliases",
              Kind.named(Kind.anyOf(Kind.text("a prefix"), Kind.listOf(Kind.text("a prefix")))),
              "other beginnings of header names that mean the same"));

  @Override
  public List<String> schemes() {
    return SCHEMES;
  }

  @Override
  public Shape shape() {
    return SHAPE;
  }

  @Override
  public Optional<SignatureBlock> read(Node node, String scheme) {
    Section section = node.section(SHAPE);
    return SignatureBlock.with(section, aliases -> spec(section, scheme, aliases));
  }

  private static Optional<SignatureSpec> spec(
      Section section, String scheme, HeaderAliases aliases) {
    int before = section.node().mistakes().count();
    List<Place> places = TemplatedBlock.places(section, aliases);
    List<Method> methods = methods(section, scheme);
    Optional<Envelope> envelope = Reading.parsed(section.at("format"), PublicKeyBlock::envelope);
    Optional<HeaderName> id = HmacBlock.headerPath(section.at("id"), aliases);
    Map<String, ParamList> lists = TemplatedBlock.lists(section, aliases);
    List<Template> over = new ArrayList<>();
    for (Node text : section.at("over").itemsOrOne()) {
      Reading.parsed(text, t -> Template.parse(t, id.orElse(null), aliases::name, lists))
          .ifPresent(over::add);
    }
    Optional<HeaderName> keyId = HmacBlock.headerPath(section.at("key_id"), aliases);
    TimestampRule timestamp = TemplatedBlock.timestamp(section, List.of(), aliases);
    Place from =
        section.has("hash_from")
            ? Reading.parsed(section.at("hash_from"), text -> Place.parse(text, aliases::name))
                .orElse(null)
            : null;
    KeySource keys =
        section.has("keys_from") ? keys(section.at("keys_from").section(KEYS_FROM), aliases) : null;
    if (section.node().mistakes().count() > before || envelope.isEmpty()) {
      return Optional.empty();
    }
    return Reading.built(
        section.node(),
        () ->
            new PublicKeySignature(
                methods, from, places, envelope.get(), over, timestamp, keyId.orElse(null), keys));
  }

  private static @Nullable KeySource keys(Section section, HeaderAliases aliases) {
    List<Template> urls = new ArrayList<>();
    for (Node url : section.at("url").itemsOrOne()) {
      Reading.parsed(url, text -> Template.text(text, aliases::name)).ifPresent(urls::add);
    }
    List<String> hosts = new ArrayList<>();
    section.at("hosts").items().forEach(host -> host.text().ifPresent(hosts::add));
    return Reading.built(
            section.node(),
            () ->
                new KeySource(
                    urls,
                    new HostPattern(hosts),
                    section.has("ending") ? section.at("ending").text().orElse("") : ""))
        .orElse(null);
  }

  private static List<Method> methods(Section section, String scheme) {
    List<Method> methods = new ArrayList<>();
    if (!section.has("hashes")) {
      section
          .at("hash")
          .choice(KeyHash.class)
          .flatMap(hash -> algorithm(section, scheme, hash))
          .ifPresent(algorithm -> methods.add(new Method("", algorithm)));
    }
    section
        .at("hashes")
        .entries()
        .forEach(
            (word, node) ->
                node.choice(KeyHash.class)
                    .flatMap(hash -> algorithm(section, scheme, hash))
                    .ifPresent(algorithm -> methods.add(new Method(word, algorithm))));
    return methods;
  }

  private static Optional<KeyAlgorithm> algorithm(Section section, String scheme, KeyHash hash) {
    Optional<Curve> curve = section.at("curve").choice(Curve.class);
    Optional<KeyAlgorithm.Ecdsa.Form> form =
        section.at("form").choice(KeyAlgorithm.Ecdsa.Form.class);
    Optional<Integer> bits = section.at("min_bits").integer(WEAKEST_RSA, KeyAlgorithm.MAX_RSA_BITS);
    if (curve.isEmpty() || form.isEmpty() || bits.isEmpty()) {
      return Optional.empty();
    }
    for (String key : meaningless(scheme)) {
      if (section.has(key)) {
        section.at(key).mistake("has no meaning for " + scheme);
      }
    }
    return Optional.of(
        switch (scheme) {
          case "ed25519" -> new KeyAlgorithm.Ed25519();
          case "ecdsa" -> new KeyAlgorithm.Ecdsa(curve.get(), hash, form.get());
          case "rsa" -> new KeyAlgorithm.Rsa(hash, bits.get());
          default -> new KeyAlgorithm.RsaPss(hash, bits.get());
        });
  }

  private static List<String> meaningless(String scheme) {
    return switch (scheme) {
      case "ed25519" -> List.of("hash", "hashes", "curve", "form", "min_bits");
      case "ecdsa" -> List.of("min_bits");
      default -> List.of("curve", "form");
    };
  }

  private static Envelope envelope(String text) {
    if (text.toLowerCase(Locale.ROOT).equals(BASE64_JSON)) {
      return new Envelope.Base64Json();
    }
    if (SignatureFormat.parse(text) instanceof SignatureFormat.Whole whole) {
      return new Envelope.Plain(whole.prefix(), whole.encoding());
    }
    throw new SpecMistake("a format is written like {base64}, {hex}, sig={base64} or base64-json");
  }
}
