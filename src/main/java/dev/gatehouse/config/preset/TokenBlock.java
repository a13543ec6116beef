package dev.gatehouse.config.preset;

import dev.gatehouse.config.yaml.Key;
import dev.gatehouse.config.yaml.Kind;
import dev.gatehouse.config.yaml.Node;
import dev.gatehouse.config.yaml.Section;
import dev.gatehouse.config.yaml.Shape;
import dev.gatehouse.receive.signature.HeaderName;
import dev.gatehouse.receive.signature.SignatureSpec;
import java.util.List;
import java.util.Optional;

/** {@code scheme: token}: the secret itself. */
final class TokenBlock implements SchemeReader {
  private static final String TOKEN = "{token}";

  private static final Shape SHAPE =
      Shape.of(
          Key.of("scheme", Kind.choice("token"), "token: a bare secret").required(),
          Key.of("header", Kind.text("a header name"), "the header the token stands in").required(),
          Key.of("format", Kind.text("a text that ends with {token}"), "such as Bearer {token}")
              .byDefault(TOKEN),
          Key.of(
              "header_aliases",
              Kind.named(Kind.anyOf(Kind.text("a prefix"), Kind.listOf(Kind.text("a prefix")))),
              "other beginnings of header names that mean the same"));

  @Override
  public List<String> schemes() {
    return List.of("token");
  }

  @Override
  public Shape shape() {
    return SHAPE;
  }

  @Override
  public Optional<SignatureBlock> read(Node node, String scheme) {
    Section section = node.section(SHAPE);
    return SignatureBlock.with(section, aliases -> token(section, aliases));
  }

  private static Optional<SignatureSpec> token(Section section, HeaderAliases aliases) {
    Optional<HeaderName> header = Reading.parsed(section.at("header"), aliases::name);
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
}
