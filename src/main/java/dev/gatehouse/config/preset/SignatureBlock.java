package dev.gatehouse.config.preset;

import dev.gatehouse.config.yaml.Key;
import dev.gatehouse.config.yaml.Kind;
import dev.gatehouse.config.yaml.Node;
import dev.gatehouse.config.yaml.Section;
import dev.gatehouse.config.yaml.Shape;
import dev.gatehouse.receive.signature.Hash;
import dev.gatehouse.receive.signature.HeaderName;
import dev.gatehouse.receive.signature.KeyForm;
import dev.gatehouse.receive.signature.SignatureFormat;
import dev.gatehouse.receive.signature.SignatureSpec;
import dev.gatehouse.receive.signature.Template;
import dev.gatehouse.receive.signature.TimestampForm;
import dev.gatehouse.receive.signature.TimestampRule;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The {@code signature} block.
 *
 * @param aliases also count for the headers of the {@code event} block
 */
public record SignatureBlock(SignatureSpec spec, HeaderAliases aliases) {
  private static final Duration MAX_TOLERANCE = Duration.ofDays(30);
  private static final String TOKEN = "{token}";

  /** The keys of the block. */
  public static final Shape SHAPE =
      Shape.of(
          Key.of("scheme", Kind.choice("hmac", "token"), "hmac, or token for a bare secret")
              .required(),
          Key.of("hash", Kind.choice("sha1", "sha256", "sha384", "sha512"), "the hash of the hmac")
              .byDefault("sha256"),
          Key.of("header", Kind.text("a header name"), "the header the signature stands in")
              .required(),
          Key.of(
              "format",
              Kind.text("an example such as sha256={hex}"),
              "how the header is written: {base64}, sha256={hex}, t={timestamp},v1={hex} or"
                  + " v1,{base64}; for a token Bearer {token}"),
          Key.of(
                  "over",
                  Kind.text("a text with {body}"),
                  "the signed text, from {body}, {timestamp}, {id}, {header:Name}, {method}, {url}"
                      + " and {path}")
              .byDefault("{body}"),
          Key.of(
                  "key",
                  Kind.choice(
                      "utf8", "base64", "hex", "base64-after-prefix", "base64-only-after-prefix"),
                  "how the secret becomes the key")
              .byDefault("utf8"),
          Key.of("key_prefix", Kind.text("a text"), "what base64-after-prefix takes off")
              .byDefault("whsec_"),
          Key.of("id", Kind.text("header:Name"), "the header {id} means"),
          Key.of(
              "timestamp",
              Kind.text("header:Name"),
              "the header {timestamp} means, unless it is in the format"),
          Key.of(
                  "timestamp_format",
                  Kind.choice(TimestampForm.class),
                  "how the timestamp is written")
              .byDefault("unix_s"),
          Key.of(
                  "tolerance",
                  Kind.anyOf(Kind.duration(), Kind.choice("off")),
                  "how far the timestamp may be from now on either side; 0s: exactly now; off: the"
                      + " clock is not looked at")
              .byDefault("5m"),
          Key.of(
              "header_aliases",
              Kind.named(Kind.anyOf(Kind.text("a prefix"), Kind.listOf(Kind.text("a prefix")))),
              "other beginnings of header names that mean the same"));

  /** Reads the block; empty with at least one mistake recorded when it cannot be used. */
  public static Optional<SignatureBlock> read(Node node) {
    Section section = node.section(SHAPE);
    HeaderAliases aliases = HeaderAliases.read(section.at("header_aliases"));
    Optional<HeaderName> header = Reading.parsed(section.at("header"), aliases::name);
    Optional<String> scheme = section.at("scheme").oneOf(List.of("hmac", "token"));
    if (scheme.isEmpty()) {
      return Optional.empty();
    }
    Optional<SignatureSpec> spec =
        scheme.get().equals("token") ? token(section, header) : hmac(section, header, aliases);
    return spec.map(read -> new SignatureBlock(read, aliases));
  }

  private static Optional<SignatureSpec> token(Section section, Optional<HeaderName> header) {
    for (String key : List.of("hash", "over", "key", "id", "timestamp", "tolerance")) {
      if (section.has(key)) {
        section.at(key).mistake("a token signs nothing, so this has no meaning here");
      }
    }
    if (!section.has("format")) {
      return header.map(name -> new SignatureSpec.Token(name, ""));
    }
    Node format = section.at("format");
    Optional<String> text = format.text();
    if (text.isPresent() && !text.get().endsWith(TOKEN)) {
      format.expected("a text that ends with {token}");
      return Optional.empty();
    }
    return text.flatMap(
        written ->
            header.map(
                name ->
                    new SignatureSpec.Token(
                        name, written.substring(0, written.length() - TOKEN.length()))));
  }

  private static Optional<SignatureSpec> hmac(
      Section section, Optional<HeaderName> header, HeaderAliases aliases) {
    if (!section.has("format")) {
      section.at("format").mistake("is missing; expected an example such as sha256={hex}");
    }
    Optional<Hash> hash = section.at("hash").choice(Hash.class);
    Optional<SignatureFormat> format = Reading.parsed(section.at("format"), SignatureFormat::parse);
    Optional<HeaderName> id = headerPath(section.at("id"), aliases);
    Optional<Template> over =
        Reading.parsed(
            section.at("over"), text -> Template.parse(text, id.orElse(null), aliases::name));
    Optional<KeyForm> key = key(section);
    Optional<HeaderName> timestamp = headerPath(section.at("timestamp"), aliases);
    Optional<TimestampForm> form = section.at("timestamp_format").choice(TimestampForm.class);
    Tolerance tolerance = tolerance(section.at("tolerance"));
    if (hash.isEmpty()
        || header.isEmpty()
        || format.isEmpty()
        || over.isEmpty()
        || key.isEmpty()
        || form.isEmpty()
        || !tolerance.sound) {
      return Optional.empty();
    }
    boolean timed = timestamp.isPresent() || format.get().carriesTimestamp();
    return Reading.built(
        section.node(),
        () ->
            new SignatureSpec.Hmac(
                hash.get(),
                header.get(),
                format.get(),
                over.get(),
                key.get(),
                timed
                    ? new TimestampRule(timestamp.orElse(null), form.get(), tolerance.allowed)
                    : null));
  }

  private static Optional<HeaderName> headerPath(Node node, HeaderAliases aliases) {
    return node.parsed(
            "header:Name",
            text ->
                text.startsWith("header:")
                    ? Optional.of(text.substring("header:".length()))
                    : Optional.empty())
        .flatMap(name -> Reading.built(node, () -> aliases.name(name)));
  }

  private static Optional<KeyForm> key(Section section) {
    Optional<String> prefix = section.at("key_prefix").text();
    return section
        .at("key")
        .oneOf(List.of("utf8", "base64", "hex", "base64-after-prefix", "base64-only-after-prefix"))
        .flatMap(
            form ->
                switch (form) {
                  case "utf8" -> Optional.of(KeyForm.UTF8);
                  case "base64" -> Optional.of(new KeyForm(KeyForm.Kind.BASE64, ""));
                  case "hex" -> Optional.of(new KeyForm(KeyForm.Kind.HEX, ""));
                  case "base64-after-prefix" ->
                      prefix.map(text -> new KeyForm(KeyForm.Kind.BASE64, text));
                  default ->
                      prefix.map(text -> new KeyForm(KeyForm.Kind.BASE64_ONLY_AFTER_PREFIX, text));
                });
  }

  private record Tolerance(boolean sound, @Nullable Duration allowed) {}

  private static Tolerance tolerance(Node node) {
    if (node.raw().filter("off"::equals).isPresent()) {
      return new Tolerance(true, null);
    }
    Optional<Duration> allowed = node.duration(Duration.ZERO, MAX_TOLERANCE);
    return new Tolerance(allowed.isPresent(), allowed.orElse(null));
  }
}
