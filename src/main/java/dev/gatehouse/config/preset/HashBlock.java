package dev.gatehouse.config.preset;

import dev.gatehouse.config.yaml.Key;
import dev.gatehouse.config.yaml.Kind;
import dev.gatehouse.config.yaml.Node;
import dev.gatehouse.config.yaml.Section;
import dev.gatehouse.config.yaml.Shape;
import dev.gatehouse.receive.preset.handshake.AnswerText;
import dev.gatehouse.receive.preset.handshake.Lookalike;
import dev.gatehouse.receive.preset.handshake.MadeHash;
import dev.gatehouse.receive.signature.Hash;
import dev.gatehouse.receive.signature.KeyForm;
import dev.gatehouse.receive.signature.TextEncoding;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The {@code hmac} and {@code digest} blocks of a question. */
final class HashBlock {
  private static final String BODY = "body";

  private static final Key OVER =
      Key.of("over", Kind.text("a text with places"), "the text that is hashed").required();
  private static final Key HASH =
      Key.of("hash", Kind.choice(Hash.class), "the hash").byDefault("sha256");
  private static final Key ENCODING =
      Key.of("encoding", Kind.choice(TextEncoding.class), "how it is written").byDefault("hex");

  static final Shape DIGEST = Shape.of(HASH, OVER, ENCODING);

  static final Shape HMAC =
      Shape.of(
          HASH,
          OVER,
          ENCODING,
          Key.of(
                  "key",
                  Kind.text("utf8, base64, hex or a text with {secret}"),
                  "how the secret becomes the key")
              .byDefault("utf8"),
          Key.of(
                  "not_in",
                  Kind.text("body, or a place"),
                  "the signed text of deliveries: one that fits the bounds of text is refused")
              .byDefault(BODY));

  private HashBlock() {}

  static Optional<MadeHash> digest(Node node) {
    return hash(node.section(DIGEST), null);
  }

  static Optional<MadeHash> hmac(Node node) {
    Section section = node.section(HMAC);
    Optional<KeyForm> key = Reading.parsed(section.at("key"), HashBlock::key);
    return key.isEmpty() ? Optional.empty() : hash(section, key.get());
  }

  static Optional<Lookalike> lookalike(Node node) {
    Node place = node.section(HMAC).at("not_in");
    return place.text().filter(BODY::equals).isPresent()
        ? Optional.of(new Lookalike(null))
        : HandshakeBlock.place(place).map(Lookalike::new);
  }

  private static KeyForm key(String text) {
    return switch (text) {
      case "utf8" -> KeyForm.UTF8;
      case "base64" -> new KeyForm(KeyForm.Kind.BASE64, "");
      case "hex" -> new KeyForm(KeyForm.Kind.HEX, "");
      default -> KeyForm.made(text);
    };
  }

  private static Optional<MadeHash> hash(Section section, @Nullable KeyForm key) {
    Optional<Hash> hash = section.at("hash").choice(Hash.class);
    Optional<AnswerText> over = Reading.parsed(section.at("over"), AnswerText::parse);
    Optional<TextEncoding> encoding = section.at("encoding").choice(TextEncoding.class);
    return hash.isEmpty() || over.isEmpty() || encoding.isEmpty()
        ? Optional.empty()
        : Reading.built(
            section.node(), () -> new MadeHash(hash.get(), key, over.get(), encoding.get()));
  }
}
