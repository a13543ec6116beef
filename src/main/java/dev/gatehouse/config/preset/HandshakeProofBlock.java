package dev.gatehouse.config.preset;

import dev.gatehouse.config.yaml.Key;
import dev.gatehouse.config.yaml.Kind;
import dev.gatehouse.config.yaml.Node;
import dev.gatehouse.config.yaml.Section;
import dev.gatehouse.config.yaml.Shape;
import dev.gatehouse.receive.extract.FieldPath;
import dev.gatehouse.receive.preset.handshake.HandshakeProof;
import java.util.List;
import java.util.Optional;

/** What {@code proof} of a question takes. */
final class HandshakeProofBlock {
  private static final String SIGNATURE = "signature";
  private static final String NOTHING = "nothing";

  private static final Shape SHAPE =
      Shape.of(
          Key.of("at", Kind.text("a place"), "where the proof stands"),
          Key.of("value", Kind.text("a name"), "the source's value that has to stand there"),
          Key.of("optional", Kind.flag(), "a source without the value answers everybody")
              .byDefault(false),
          Key.of("otherwise", Kind.whole(400, 499), "the status when it is not right")
              .byDefault(403),
          Key.of("secret", Kind.flag(), "one of the source's secrets has to stand there")
              .byDefault(false),
          Key.of(SIGNATURE, SignatureBlock.KIND, "another signature than that of deliveries"));

  static final Kind KIND = Kind.anyOf(Kind.choice(SIGNATURE, NOTHING), Kind.keys(SHAPE));

  private HandshakeProofBlock() {}

  static Optional<HandshakeProof> read(Node node) {
    if (!node.isMap()) {
      return node.oneOf(List.of(SIGNATURE, NOTHING))
          .map(
              word ->
                  word.equals(NOTHING)
                      ? new HandshakeProof.Nothing()
                      : new HandshakeProof.Signature());
    }
    Section section = node.section(SHAPE);
    if (section.has(SIGNATURE)) {
      return SignatureBlock.read(section.at(SIGNATURE))
          .map(block -> new HandshakeProof.Own(block.spec()));
    }
    boolean secret = section.at("secret").flag().orElse(false);
    if (!section.has("at") || secret == section.has("value")) {
      node.mistake("expected signature, or at with either value or secret: true");
      return Optional.empty();
    }
    Optional<FieldPath> at = HandshakeBlock.place(section.at("at"));
    if (secret) {
      return at.map(HandshakeProof.Held::new);
    }
    Optional<String> value = section.at("value").text();
    Optional<Boolean> optional = section.at("optional").flag();
    Optional<Integer> otherwise = section.at("otherwise").integer(400, 499);
    return at.isEmpty() || value.isEmpty() || optional.isEmpty() || otherwise.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new HandshakeProof.Agreed(at.get(), value.get(), optional.get(), otherwise.get()));
  }
}
