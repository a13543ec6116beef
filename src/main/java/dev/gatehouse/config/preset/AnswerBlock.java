package dev.gatehouse.config.preset;

import dev.gatehouse.config.yaml.Key;
import dev.gatehouse.config.yaml.Kind;
import dev.gatehouse.config.yaml.Node;
import dev.gatehouse.config.yaml.Section;
import dev.gatehouse.config.yaml.Shape;
import dev.gatehouse.receive.preset.handshake.AnswerForm;
import dev.gatehouse.receive.preset.handshake.AnswerForm.JsonForm;
import dev.gatehouse.receive.preset.handshake.AnswerText;
import dev.gatehouse.receive.signature.HeaderName;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The {@code answer} block of a question. */
final class AnswerBlock {
  private static final Kind LEAF =
      Kind.anyOf(Kind.text("a text with places"), Kind.whole(Long.MIN_VALUE, Long.MAX_VALUE));

  static final Shape SHAPE =
      Shape.of(
          Key.of("status", Kind.whole(200, 299), "the status").byDefault(200),
          Key.of("content_type", Kind.text("a media type"), "of body").byDefault(AnswerForm.PLAIN),
          Key.of("body", Kind.text("a text with places"), "such as {query:challenge}"),
          Key.of(
              "json",
              Kind.named(Kind.anyOf(LEAF, Kind.named(LEAF))),
              "a JSON object instead of body; texts with places, numbers, objects of these"),
          Key.of("headers", Kind.named(Kind.text("a text with places")), "headers besides"));

  private AnswerBlock() {}

  static Optional<AnswerForm> read(Node node) {
    int before = node.mistakes().count();
    Section section = node.section(SHAPE);
    Optional<Integer> status = section.at("status").integer(200, 299);
    Optional<String> type = section.at("content_type").text();
    AnswerText body =
        section.has("body")
            ? Reading.parsed(section.at("body"), AnswerText::parse).orElse(null)
            : null;
    JsonForm json = section.has("json") ? keys(section.at("json")) : null;
    Map<String, AnswerText> headers = new LinkedHashMap<>();
    section
        .at("headers")
        .entries()
        .forEach(
            (name, value) -> {
              Optional<HeaderName> sound = Reading.built(value, () -> HeaderName.of(name));
              Reading.parsed(value, AnswerText::parse)
                  .filter(text -> sound.isPresent())
                  .ifPresent(text -> headers.put(name, text));
            });
    return node.mistakes().count() > before || status.isEmpty() || type.isEmpty()
        ? Optional.empty()
        : Reading.built(
            section.node(), () -> new AnswerForm(status.get(), type.get(), body, json, headers));
  }

  private static JsonForm keys(Node node) {
    Map<String, JsonForm> keys = new LinkedHashMap<>();
    node.entries().forEach((name, value) -> leaf(value).ifPresent(form -> keys.put(name, form)));
    return new JsonForm.Keys(keys);
  }

  private static Optional<JsonForm> leaf(Node node) {
    if (node.isMap()) {
      return Optional.of(keys(node));
    }
    // Without quotes it is a number, as in JSON.
    return node.isWhole()
        ? node.whole(Long.MIN_VALUE, Long.MAX_VALUE).map(JsonForm.Number::new)
        : Reading.parsed(node, AnswerText::parse).map(JsonForm.Text::new);
  }
}
