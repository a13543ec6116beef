package dev.gatehouse.condition;

import dev.cel.common.values.NullValue;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * Turns bytes into plain maps, lists and scalars, with CEL's own null: it takes Java's for a value
 * that is not known yet. Every failure is a {@link ConditionFailed}.
 */
final class PayloadReader {
  /** How deep lists and objects may stand inside each other. */
  static final int MAX_DEPTH = 1000;

  /**
   * Numbers of any length are read: a long one must not spoil a condition that does not ask for it,
   * and ours are never turned into big integers, which is what makes them slow.
   */
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private static final int LONGEST_LONG = Long.toString(Long.MIN_VALUE).length();

  private PayloadReader() {}

  static Object json(byte[] bytes) {
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), bytes)) {
      return document(parser);
    } catch (JacksonException e) {
      // Its message quotes the text around the place.
      throw new ConditionFailed("the body is not readable as JSON");
    }
  }

  static Map<String, Object> form(byte[] bytes) {
    JsonObject fields = new JsonObject();
    for (String pair : new String(bytes, StandardCharsets.UTF_8).split("&", -1)) {
      int equals = pair.indexOf('=');
      String name = decode(equals < 0 ? pair : pair.substring(0, equals));
      if (!name.isEmpty()) {
        fields.add(name, equals < 0 ? "" : decode(pair.substring(equals + 1)));
      }
    }
    return fields;
  }

  static Object formJson(byte[] bytes, String field) {
    if (form(bytes).get(field) instanceof String text) {
      return json(text.getBytes(StandardCharsets.UTF_8));
    }
    throw new ConditionFailed("the form has no field " + field);
  }

  private static String decode(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new ConditionFailed("the body is not readable as a form");
    }
  }

  private static Object document(JsonParser parser) {
    JsonToken first = parser.nextToken();
    if (first == null) {
      throw new ConditionFailed("the body is empty");
    }
    Object value = value(parser, first);
    if (parser.nextToken() != null) {
      throw new ConditionFailed("text follows the JSON document");
    }
    return value;
  }

  private static Object value(JsonParser parser, @Nullable JsonToken token) {
    return switch (token) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> array(parser);
      case VALUE_STRING -> parser.getString();
      case VALUE_NUMBER_INT -> whole(parser.getString());
      case VALUE_NUMBER_FLOAT -> (Object) Double.valueOf(parser.getString());
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> NullValue.NULL_VALUE;
      case null, default -> throw new ConditionFailed("the body is not readable as JSON");
    };
  }

  private static Object whole(String digits) {
    if (digits.length() <= LONGEST_LONG) {
      try {
        return Long.valueOf(digits);
      } catch (NumberFormatException e) {
        // One digit too many: the nearest double it is.
      }
    }
    return Double.valueOf(digits);
  }

  private static List<Object> array(JsonParser parser) {
    List<Object> list = new ArrayList<>();
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      list.add(value(parser, token));
    }
    return list;
  }

  private static Map<String, Object> object(JsonParser parser) {
    JsonObject object = new JsonObject();
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      object.add(name, value(parser, parser.nextToken()));
    }
    return object;
  }
}
