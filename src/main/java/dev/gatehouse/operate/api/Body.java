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

  /** An object within; an empty one when it is absent or null. */
  Body object(String name, String... known) {
    JsonNode node = present(name);
    if (node == null) {
      return new Body(Json.MAPPER.createObjectNode());
    }
    if (!(node instanceof ObjectNode inner)) {
      throw Problem.field(name, "is an object");
    }
    Set<String> names = Set.of(known);
    if (!names.containsAll(inner.propertyNames())) {
      throw Problem.field(
          name,
          "has a member that is not known here; known are "
              + String.join(", ", names.stream().sorted().toList()));
    }
    return new Body(inner);
  }

  /** False when it is absent or null. */
  boolean flag(String name) {
    JsonNode node = present(name);
    if (node != null && !node.isBoolean()) {
      throw Problem.field(name, "is true or false");
    }
    return node != null && node.booleanValue();
  }

  /** Null when it is absent or null. */
  @Nullable Integer whole(String name, int least, int most) {
    JsonNode node = present(name);
    if (node == null) {
      return null;
    }
    if (!node.isIntegralNumber()
        || !node.canConvertToInt()
        || node.intValue() < least
        || node.intValue() > most) {
      throw Problem.field(name, "is a whole number from " + least + " to " + most);
    }
    return node.intValue();
  }

  /** A number from 0 to 1; null when it is absent or null. */
  @Nullable Double ratio(String name) {
    JsonNode node = present(name);
    if (node == null) {
      return null;
    }
    if (!node.isNumber() || !(node.doubleValue() >= 0 && node.doubleValue() <= 1)) {
      throw Problem.field(name, "is a number from 0 to 1");
    }
    return node.doubleValue();
  }

  /** A number or a text, as a text; null when it is absent or null. */
  @Nullable String amount(String name) {
    JsonNode node = present(name);
    return node == null ? null : amount(name, node);
  }

  /** The same of each item of a list; an empty one when it is absent or null. */
  List<String> amounts(String name) {
    JsonNode node = present(name);
    if (node == null) {
      return List.of();
    }
    if (!node.isArray() || node.size() > MAX_ITEMS) {
      throw Problem.field(name, "is a list of at most " + MAX_ITEMS + " amounts");
    }
    List<String> amounts = new ArrayList<>();
    node.forEach(item -> amounts.add(amount(name, item)));
    return amounts;
  }

  private static String amount(String name, JsonNode node) {
    if (node.isIntegralNumber()) {
      return node.asString();
    }
    if (node.isString() && node.stringValue().length() <= 20) {
      return node.stringValue();
    }
    throw Problem.field(name, "is a number such as 10, or percent such as \"5%\"");
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
