package dev.gatehouse.config.preset;

import dev.gatehouse.config.yaml.Key;
import dev.gatehouse.config.yaml.Kind;
import dev.gatehouse.config.yaml.Node;
import dev.gatehouse.config.yaml.Section;
import dev.gatehouse.config.yaml.Shape;
import dev.gatehouse.receive.extract.BodyFormat;
import dev.gatehouse.receive.extract.EachPath;
import dev.gatehouse.receive.extract.EventSpec;
import dev.gatehouse.receive.extract.FieldPath;
import dev.gatehouse.receive.extract.TimeFormat;
import java.util.List;
import java.util.Optional;

/** The {@code event} block. */
public final class EventBlock {
  private static final Kind PATH =
      Kind.text(
          "header:Name, json:/pointer, form:field, xml:/path or query:name; alternatives with |");

  /** The keys of the block. */
  public static final Shape SHAPE =
      Shape.of(
          Key.of(
                  "id",
                  Kind.text("a path, or digest"),
                  "where the event id stands, or digest for the SHA-256 of the body (which takes"
                      + " equal bodies for one event)")
              .required(),
          Key.of(
              "each",
              Kind.text("json:/events/* or json:/*"),
              "where the single events stand when a request holds several; the other places are"
                  + " then looked for in each of them"),
          Key.of("type", PATH, "where the event type stands"),
          Key.of("sequence", PATH, "where the order within an entity stands, a whole number"),
          Key.of("occurred_at", PATH, "where the time it happened stands"),
          Key.of("version", PATH, "where the version of the payload's shape stands"),
          Key.of("time_format", Kind.choice(TimeFormat.class), "how occurred_at is written")
              .byDefault("auto"),
          Key.of(
                  "body_format",
                  Kind.text(
                      "json, xml, form, multipart, text, cloudevents, jwt, none, form:field or"
                          + " multipart:field; several by content type with |"),
                  "what the body is")
              .byDefault("json"));

  private EventBlock() {}

  /** Reads the block; empty with at least one mistake recorded when it cannot be used. */
  public static Optional<EventSpec> read(Node node, HeaderAliases aliases) {
    Section section = node.section(SHAPE);
    Optional<List<FieldPath>> id = paths(section.at("id"), aliases);
    Optional<List<FieldPath>> type = paths(section.at("type"), aliases);
    Optional<List<FieldPath>> sequence = paths(section.at("sequence"), aliases);
    Optional<List<FieldPath>> occurredAt = paths(section.at("occurred_at"), aliases);
    Optional<List<FieldPath>> version = paths(section.at("version"), aliases);
    Optional<TimeFormat> timeFormat = section.at("time_format").choice(TimeFormat.class);
    Optional<List<BodyFormat>> body =
        Reading.parsed(section.at("body_format"), BodyFormat::parseAll);
    Node eachNode = section.at("each");
    Optional<EachPath> each =
        eachNode.isAbsent() ? Optional.empty() : Reading.parsed(eachNode, EachPath::parse);
    if (each.isEmpty() && !eachNode.isAbsent()) {
      return Optional.empty();
    }
    if (id.isEmpty()
        || id.get().isEmpty()
        || type.isEmpty()
        || sequence.isEmpty()
        || occurredAt.isEmpty()
        || version.isEmpty()
        || timeFormat.isEmpty()
        || body.isEmpty()) {
      return Optional.empty();
    }
    return Reading.built(
        node,
        () ->
            new EventSpec(
                id.get(),
                type.get(),
                sequence.get(),
                occurredAt.get(),
                version.get(),
                timeFormat.get(),
                body.get(),
                each.orElse(null)));
  }

  /** A path or alternatives: an empty list for nothing, empty with a mistake for no path. */
  public static Optional<List<FieldPath>> paths(Node node, HeaderAliases aliases) {
    return node.isAbsent()
        ? Optional.of(List.of())
        : Reading.parsed(node, text -> FieldPath.parseAll(text, aliases::name));
  }
}
