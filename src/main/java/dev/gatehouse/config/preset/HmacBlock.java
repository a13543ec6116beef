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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** {@code scheme: hmac} and {@code digest}: a hash with the secret over a text of the request. */
final class HmacBlock implements SchemeReader {
  private static final Duration MAX_TOLERANCE = Duration.ofDays(30);

  private static final List<Key> KEYS =
      List.of(
          Key.of(
                  "scheme",
                  Kind.choice("hmac", "digest"),
                  "hmac; digest: a plain hash with {secret} in over")
              .required(),
          Key.of("hash", Kind.choice(Hash.class), "the hash").byDefault("sha256"),
          Key.of(
              "header",
              Kind.anyOf(Kind.text("a header name"), Kind.listOf(Kind.text("a header name"))),
              "the header the signature stands in; several, or Name-{n}: one is enough"),
          Key.of(
                  "format",
                  Kind.text("an example such as sha256={hex}"),
                  "how the header is written: {base64}, sha256={hex}, t={timestamp},v1={hex} or"
                      + " v1,{base64}")
              .required(),
          Key.of(
                  "over",
                  Kind.anyOf(Kind.text("a text with {body}"), Kind.listOf(Kind.text("a text"))),
                  "the signed text, from {body}, {timestamp}, {id}, {header:Name}, {method}, {url}"
                      + " and {path}")
              .byDefault("{body}"),
          Key.of(
                  "key",
                  Kind.text(
                      "utf8, base64, hex, utf8-after-prefix, base64-after-prefix, or {secret}&"),
                  "how the secret becomes the key")
              .byDefault("utf8"),
          Key.of("key_prefix", Kind.text("a text"), "what base64-after-prefix takes off")
              .byDefault("whsec_"),
          Key.of("id", Kind.text("header:Name"), "the header {id} means"),
          Key.of(
              "timestamp",
              Kind.text("a place"),
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

  private static final Shape SHAPE =
      Shape.of(Stream.concat(KEYS.stream(), TemplatedBlock.KEYS.stream()).toArray(Key[]::new));

  @Override
  public List<String> schemes() {
    return List.of("hmac", "digest");
  }

  @Override
  public Shape shape() {
    return SHAPE;
  }

  @Override
  public Optional<SignatureBlock> read(Node node, String scheme) {
    Section section = node.section(SHAPE);
    return SignatureBlock.with(
        section,
        aliases ->
            scheme.equals("digest") || TemplatedBlock.isNeeded(section, aliases)
                ? TemplatedBlock.read(section, aliases, scheme.equals("digest"))
                : hmac(section, aliases));
  }

  private static Optional<SignatureSpec> hmac(Section section, HeaderAliases aliases) {
    Optional<HeaderName> header = Reading.parsed(section.at("header"), aliases::name);
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

  static Optional<HeaderName> headerPath(Node node, HeaderAliases aliases) {
    return node.parsed(
            "header:Name",
            text ->
                text.startsWith("header:")
                    ? Optional.of(text.substring("header:".length()))
                    : Optional.empty())
        .flatMap(name -> Reading.built(node, () -> aliases.name(name)));
  }

  static Optional<KeyForm> key(Section section) {
    Optional<String> prefix = section.at("key_prefix").text();
    if (section.at("key").raw().filter(text -> text.contains("{")).isPresent()) {
      return Reading.parsed(section.at("key"), KeyForm::made);
    }
    return section
        .at("key")
        .oneOf(
            List.of(
                "utf8",
                "base64",
                "hex",
                "utf8-after-prefix",
                "base64-after-prefix",
                "base64-only-after-prefix"))
        .flatMap(
            form ->
                switch (form) {
                  case "utf8" -> Optional.of(KeyForm.UTF8);
                  case "base64" -> Optional.of(new KeyForm(KeyForm.Kind.BASE64, ""));
                  case "hex" -> Optional.of(new KeyForm(KeyForm.Kind.HEX, ""));
                  case "utf8-after-prefix" ->
                      prefix.map(text -> new KeyForm(KeyForm.Kind.UTF8, text));
                  case "base64-after-prefix" ->
                      prefix.map(text -> new KeyForm(KeyForm.Kind.BASE64, text));
                  default ->
                      prefix.map(text -> new KeyForm(KeyForm.Kind.BASE64_ONLY_AFTER_PREFIX, text));
                });
  }

  record Tolerance(boolean sound, @Nullable Duration allowed) {}

  static Tolerance tolerance(Node node) {
    if (node.raw().filter("off"::equals).isPresent()) {
      return new Tolerance(true, null);
    }
    Optional<Duration> allowed = node.duration(Duration.ZERO, MAX_TOLERANCE);
    return new Tolerance(allowed.isPresent(), allowed.orElse(null));
  }
}
