package dev.gatehouse.config.preset;

import dev.gatehouse.config.yaml.Key;
import dev.gatehouse.config.yaml.Kind;
import dev.gatehouse.config.yaml.Node;
import dev.gatehouse.config.yaml.Section;
import dev.gatehouse.config.yaml.Shape;
import dev.gatehouse.receive.preset.Ack;
import dev.gatehouse.receive.signature.HeaderName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The {@code ack} block. */
final class AckBlock {
  static final Shape SHAPE =
      Shape.of(
          Key.of("status", Kind.whole(200, 299), "the status of an acknowledgement").byDefault(200),
          Key.of("content_type", Kind.text("a media type"), "of the body"),
          Key.of("body", Kind.text("a text"), "a fixed answer instead of Gatehouse's own"),
          Key.of("bare", Kind.flag(), "an answer without a body").byDefault(false),
          Key.of(
              "echo_headers",
              Kind.listOf(Kind.text("a header name")),
              "headers of the request that the answer repeats"));

  private AckBlock() {}

  static Optional<Ack> read(Node node) {
    if (node.isAbsent()) {
      return Optional.of(Ack.DEFAULT);
    }
    int before = node.mistakes().count();
    Section section = node.section(SHAPE);
    String body = section.at("body").text().orElse(null);
    String contentType = section.at("content_type").text().orElse(null);
    boolean bare = section.at("bare").flag().orElse(false);
    if ((body == null) != (contentType == null)) {
      node.mistake("body and content_type come together");
    } else if (bare && body != null) {
      node.mistakeAt("bare", "is too much; expected a body or bare: true");
    }
    List<String> echoed = new ArrayList<>();
    for (Node header : section.at("echo_headers").items()) {
      Reading.parsed(header, HeaderName::of).ifPresent(name -> echoed.add(name.name()));
    }
    Optional<Integer> status = section.at("status").integer(200, 299);
    return node.mistakes().count() > before
        ? Optional.empty()
        : status.map(
            s ->
                bare
                    ? new Ack(s, "text/plain", "", echoed)
                    : new Ack(s, contentType, body, echoed));
  }
}
