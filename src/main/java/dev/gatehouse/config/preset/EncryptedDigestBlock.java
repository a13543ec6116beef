package dev.gatehouse.config.preset;

import dev.gatehouse.config.yaml.Key;
import dev.gatehouse.config.yaml.Kind;
import dev.gatehouse.config.yaml.Node;
import dev.gatehouse.config.yaml.Section;
import dev.gatehouse.config.yaml.Shape;
import dev.gatehouse.receive.signature.EncryptedDigest;
import dev.gatehouse.receive.signature.Hash;
import dev.gatehouse.receive.signature.Place;
import dev.gatehouse.receive.signature.SignatureSpec;
import dev.gatehouse.receive.signature.Template;
import java.util.List;
import java.util.Optional;

/** {@code scheme: encrypted-digest}: a salted digest encrypted with the secret. */
final class EncryptedDigestBlock implements SchemeReader {
  private static final int MAX_SALT = 64;

  private static final Shape SHAPE =
      Shape.of(
          Key.of(
                  "scheme",
                  Kind.choice("encrypted-digest"),
                  "encrypted-digest: AES-CBC of the hex digest of text and salt, then the salt")
              .required(),
          Key.of("at", Kind.text("a place"), "where the base64 of it stands").required(),
          Key.of("hash", Kind.choice(Hash.class), "the hash").byDefault("sha256"),
          Key.of("over", Kind.text("a text"), "the text before the salt").required(),
          TemplatedBlock.LISTS,
          Key.of("iv", Kind.text("16 characters"), "the fixed first block").required(),
          Key.of("salt", Kind.whole(1, MAX_SALT), "how many characters the salt has").required());

  @Override
  public List<String> schemes() {
    return List.of("encrypted-digest");
  }

  @Override
  public Shape shape() {
    return SHAPE;
  }

  @Override
  public Optional<SignatureBlock> read(Node node, String scheme) {
    Section section = node.section(SHAPE);
    HeaderAliases none = HeaderAliases.NONE;
    Optional<Place> at = Reading.parsed(section.at("at"), text -> Place.parse(text, none::name));
    Optional<Hash> hash = section.at("hash").choice(Hash.class);
    Optional<Template> over =
        Reading.parsed(
            section.at("over"),
            text -> Template.parse(text, null, none::name, TemplatedBlock.lists(section, none)));
    Optional<String> iv = section.at("iv").text();
    Optional<Integer> salt = section.at("salt").integer(1, MAX_SALT);
    if (at.isEmpty() || hash.isEmpty() || over.isEmpty() || iv.isEmpty() || salt.isEmpty()) {
      return Optional.empty();
    }
    return Reading.<SignatureSpec>built(
            node, () -> new EncryptedDigest(hash.get(), at.get(), over.get(), iv.get(), salt.get()))
        .map(spec -> new SignatureBlock(spec, none));
  }
}
