package dev.gatehouse.config.preset;

import dev.gatehouse.config.yaml.Key;
import dev.gatehouse.config.yaml.Kind;
import dev.gatehouse.config.yaml.Node;
import dev.gatehouse.config.yaml.Section;
import dev.gatehouse.config.yaml.Shape;
import dev.gatehouse.receive.signature.HeaderName;
import dev.gatehouse.receive.signature.HttpSignature;
import dev.gatehouse.receive.signature.SignatureSpec;
import dev.gatehouse.receive.signature.key.Curve;
import dev.gatehouse.receive.signature.key.KeyAlgorithm;
import dev.gatehouse.receive.signature.key.KeyHash;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The {@code signature} block of {@code scheme: http-signature}. */
final class HttpSignatureBlock implements SchemeReader {
  private static final String SCHEME = "http-signature";

  private static final Shape SHAPE =
      Shape.of(
          Key.of("scheme", Kind.choice(SCHEME), "signatures over parts of the HTTP message")
              .required(),
          Key.of(
                  "dialect",
                  Kind.choice(HttpSignature.Dialect.class),
                  "rfc9421, or cavage: the draft before it")
              .byDefault("rfc9421"),
          Key.of("header", Kind.text("a header name"), "cavage: where the signature stands")
              .byDefault("Signature"),
          Key.of("prefix", Kind.text("a text"), "cavage: what stands before its parameters"),
          Key.of(
                  "algorithms",
                  Kind.listOf(
                      Kind.choice(
                          "ed25519", "ecdsa-p256-sha256", "rsa-v1_5-sha256", "rsa-pss-sha512")),
                  "the allowed ones; the key decides which of them counts")
              .required(),
          Key.of(
                  "must",
                  Kind.listOf(Kind.text("a part, such as @method or content-digest")),
                  "what has to be signed")
              .required(),
          Key.of(
                  "tolerance",
                  Kind.anyOf(Kind.duration(), Kind.choice("off")),
                  "how far the time of signing may be from now on either side")
              .byDefault("5m"));

  @Override
  public List<String> schemes() {
    return List.of(SCHEME);
  }

  @Override
  public Shape shape() {
    return SHAPE;
  }

  @Override
  public Optional<SignatureBlock> read(Node node, String scheme) {
    Section section = node.section(SHAPE);
    int before = section.node().mistakes().count();
    Optional<HttpSignature.Dialect> dialect =
        section.at("dialect").choice(HttpSignature.Dialect.class);
    Optional<HeaderName> header = Reading.parsed(section.at("header"), HeaderName::of);
    HmacBlock.Tolerance tolerance = HmacBlock.tolerance(section.at("tolerance"));
    List<KeyAlgorithm> algorithms = new ArrayList<>();
    section
        .at("algorithms")
        .items()
        .forEach(item -> item.text().ifPresent(word -> algorithms.add(algorithm(word))));
    List<String> must = new ArrayList<>();
    section.at("must").items().forEach(item -> item.text().ifPresent(must::add));
    if (section.node().mistakes().count() > before
        || dialect.isEmpty()
        || header.isEmpty()
        || !tolerance.sound()) {
      return Optional.empty();
    }
    if (dialect.get() == HttpSignature.Dialect.RFC9421) {
      for (String key : List.of("header", "prefix")) {
        if (section.has(key)) {
          section.at(key).mistake("has no meaning for rfc9421");
          return Optional.empty();
        }
      }
    }
    String prefix = section.has("prefix") ? section.at("prefix").text().orElse("") : "";
    Optional<SignatureSpec> spec =
        Reading.built(
            section.node(),
            () ->
                new HttpSignature(
                    dialect.get(), header.get(), prefix, algorithms, must, tolerance.allowed()));
    return spec.map(built -> new SignatureBlock(built, HeaderAliases.NONE));
  }

  private static KeyAlgorithm algorithm(String word) {
    return switch (word) {
      case "ed25519" -> new KeyAlgorithm.Ed25519();
      case "ecdsa-p256-sha256" ->
          new KeyAlgorithm.Ecdsa(Curve.P256, KeyHash.SHA256, KeyAlgorithm.Ecdsa.Form.RAW);
      case "rsa-pss-sha512" -> new KeyAlgorithm.RsaPss(KeyHash.SHA512, KeyAlgorithm.MIN_RSA_BITS);
      default -> new KeyAlgorithm.Rsa(KeyHash.SHA256, KeyAlgorithm.MIN_RSA_BITS);
    };
  }
}
