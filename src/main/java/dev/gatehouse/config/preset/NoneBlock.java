package dev.gatehouse.config.preset;

import dev.gatehouse.config.yaml.Key;
import dev.gatehouse.config.yaml.Kind;
import dev.gatehouse.config.yaml.Node;
import dev.gatehouse.config.yaml.Section;
import dev.gatehouse.config.yaml.Shape;
import dev.gatehouse.receive.signature.Unverified;
import java.util.List;
import java.util.Optional;

/**
 * {@code scheme: none}: nothing proves the sender; the source has to say {@code unverified: true}.
 */
final class NoneBlock implements SchemeReader {
  private static final Shape SHAPE =
      Shape.of(
          Key.of("instead", Kind.text("a text"), "what the provider offers instead of a proof"),
          Key.of("scheme", Kind.choice("none"), "none: nothing proves the sender").required());

  @Override
  public List<String> schemes() {
    return List.of("none");
  }

  @Override
  public Shape shape() {
    return SHAPE;
  }

  @Override
  public Optional<SignatureBlock> read(Node node, String scheme) {
    Section section = node.section(SHAPE);
    return Optional.of(
        new SignatureBlock(
            new Unverified(section.at("instead").text().orElse("")), HeaderAliases.NONE));
  }
}
