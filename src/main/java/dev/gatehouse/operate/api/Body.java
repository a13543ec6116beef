package dev.gatehouse.operate.api;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON object of a request. Members that are not known are mistakes. */
final class Body {
  private static final int MAX_TEXT = 4_000;
  private static final int MAX_ITEMS = 100;

  private final ObjectNode object;

  private Body(ObjectNode object) {
    this.object = object;
  }

  /** An empty body counts as an empty object. */
  static Body read(byte[] bytes, Set<String> known) {
    if (bytes.length == 0) {
      return new Body(Json.MAPPER.createObjectNode());
    }
    JsonNode node;
    try {
      node = Json.MAPPER.readTree(bytes);
    } catch (JacksonException e) {
      // Not passed on: its message quotes the body.
      throw Problem.unreadable("the body is not one well-formed JSON document");
    }
    if (!(node instanceof ObjectNode object)) {
      throw Problem.unreadable("the body is a JSON object");
    }
    for (String name : object.propertyNames()) {
      if (!known.contains(name)) {
        throw Problem.field(
            "body", "has a member that is not known here; known are " + String.join(", ", known));
      }
    }
    return new Body(object);
  }

  /** Whether the member is there and null. */
  boolean isNull(String name) {
    JsonNode node = object.get(name);
    return node != null && node.isNull();
  }

  /** Null when it is absent or null. Line breaks are allowed in it. */
  @Nullable String note(String name) {
    String text = string(name);
    if (text == null) {
      return null;
    }
    Texts.check(name, text.replaceAll("[\\r\\n\\t]", " "), MAX_TEXT);
    return text;
  }

  /** Null when it is absent or null. */
  @Nullable String text(String name, int max) {
    String text = string(name);
    return text == null ? null : Texts.check(name, text, max);
  }

  String required(String name, int max) {
    String text = text(name, max);
    if (text == null || text.isBlank()) {
      throw Problem.field(name, "is missing or blank");
    }
    return text;
  }

  <T> @Nullable T value(String name, Function<String, Optional<T>> parse, String expected) {
    String text = text(name, MAX_TEXT);
    return text == null ? null : parse.apply(text).orElseThrow(() -> Problem.field(name, expected));
  }

  @Nullable Instant instant(String name) {
    return value(name, Parameters::parseInstant, "is an instant such as 2026-11-30T12:00:00Z");
  }

  @Nullable Long version(String name) {
    JsonNode node = present(name);
    if (node == null) {
      return null;
    }
    if (!node.isIntegralNumber() || !node.canConvertToLong() || node.longValue() < 0) {
      throw Problem.field(name, "is a whole number, 0 or more");
    }
    return node.longValue();
  }

  /** Null when it is absent or null. */
  @Nullable List<String> texts(String name, int max) {
    JsonNode node = present(name);
    if (node == null) {
      return null;
    }
    if (!node.isArray() || node.size() > MAX_ITEMS) {
      throw Problem.field(name, "is a list of at most " + MAX_ITEMS + " texts");
    }
    List<String> texts = new ArrayList<>();
    for (JsonNode item : node) {
      if (!item.isString()) {
        throw Problem.field(name, "is a list of texts");
      }
      texts.add(Texts.check(name, item.stringValue(), max));
    }
    return texts;
  }

  private @Nullable String string(String name) {
    JsonNode node = present(name);
    if (node == null) {
      return null;
    }
    if (!node.isString()) {
      throw Problem.field(name, "is a text");
    }
    return node.stringValue();
  }

  private @Nullable JsonNode present(String name) {
    JsonNode node = object.get(name);
    return node == null || node.isNull() ? null : node;
  }
}
