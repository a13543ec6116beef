package dev.gatehouse.config.preset;

import dev.gatehouse.config.yaml.Key;
import dev.gatehouse.config.yaml.Kind;
import dev.gatehouse.config.yaml.Node;
import dev.gatehouse.config.yaml.Section;
import dev.gatehouse.config.yaml.Shape;
import dev.gatehouse.receive.signature.PlacedToken;
import java.util.List;
import java.util.Optional;

/** {@code scheme: basic}: HTTP Basic with the secret as {@code user:password}. */
final class BasicBlock implements SchemeReader {
  private static final Shape SHAPE =
      Shape.of(
          Key.of("scheme", Kind.choice("basic"), "basic: user and password of HTTP Basic")
              .required());

  @Override
  public List<String> schemes() {
    return List.of("basic");
  }

  @Override
  public Shape shape() {
    return SHAPE;
  }

  @Override
  public Optional<SignatureBlock> read(Node node, String scheme) {
    Section unused = node.section(SHAPE);
    return Optional.of(new SignatureBlock(PlacedToken.userAndPassword(), HeaderAliases.NONE));
  }
}
