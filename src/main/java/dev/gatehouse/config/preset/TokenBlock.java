package dev.gatehouse.config.preset;

import dev.gatehouse.config.yaml.Key;
import dev.gatehouse.config.yaml.Kind;
import dev.gatehouse.config.yaml.Node;
import dev.gatehouse.config.yaml.Section;
import dev.gatehouse.config.yaml.Shape;
import dev.gatehouse.receive.signature.HeaderName;
import dev.gatehouse.receive.signature.Place;
import dev.gatehouse.receive.signature.PlacedToken;
import dev.gatehouse.receive.signature.SignatureSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code scheme: token}: the secret itself. */
final class TokenBlock implements SchemeReader {
  private static final String TOKEN = "{token}";

  private static final Shape SHAPE =
      Shape.of(
          Key.of("scheme", Kind.choice("token"), "token: a bare secret").required(),
          Key.of("header", Kind.text("a header name"), "the header the token stands in"),
          Key.of(
              "at",
              Kind.anyOf(Kind.text("a place"), Kind.listOf(Kind.text("a place"))),
              "where it stands instead of a header; of several one is enough"),
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
    Node format = section.at("format");
    Optional<String> text = format.text();
    if (text.isPresent() && !text.get().endsWith(TOKEN)) {
      format.expected("a text that ends with {token}");
      return Optional.empty();
    }
    String prefix = text.map(t -> t.substring(0, t.length() - TOKEN.length())).orElse("");
    if (section.has("header") == section.has("at")) {
      section.node().mistakeAt("header", "is missing; expected either header or at");
      return Optional.empty();
    }
    if (section.has("header")) {
      Optional<HeaderName> header = Reading.parsed(section.at("header"), aliases::name);
      return header.map(name -> new SignatureSpec.Token(name, prefix));
    }
    List<Place> places = new ArrayList<>();
    for (Node place : section.at("at").itemsOrOne()) {
      Reading.parsed(place, t -> Place.parse(t, aliases::name)).ifPresent(places::add);
    }
    return Reading.built(section.node(), () -> new PlacedToken(places, prefix, false));
  }
}
