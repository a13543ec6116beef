package dev.gatehouse.receive.signature;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/** JSON whose numbers keep the text they were written in, since that is what was signed. */
sealed interface JsonTree {
  int MAX_DEPTH = 100;

  JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
          .build();

  record Obj(Map<String, JsonTree> members) implements JsonTree {}

  record Arr(List<JsonTree> elements) implements JsonTree {}

  /**
   * @param text of a string without its quotes; of anything else as it was written
   */
  record Scalar(String text, boolean string) implements JsonTree {}

  /** Empty for what is not one JSON value, has a key twice, or is nested deeper than 100. */
  static Optional<JsonTree> parse(byte[] bytes) {
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), bytes)) {
      JsonToken first = parser.nextToken();
      if (first == null) {
        return Optional.empty();
      }
      JsonTree tree = value(parser, first);
      return parser.nextToken() == null ? Optional.of(tree) : Optional.empty();
    } catch (JacksonException e) {
      // Not JSON: a rule that needs a part of it finds nothing.
      return Optional.empty();
    }
  }

  private static JsonTree value(JsonParser parser, JsonToken token) {
    return switch (token) {
      case START_OBJECT -> {
        Map<String, JsonTree> members = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
          String name = parser.currentName();
          members.put(name, value(parser, parser.nextToken()));
        }
        yield new Obj(members);
      }
      case START_ARRAY -> {
        List<JsonTree> elements = new ArrayList<>();
        for (JsonToken next = parser.nextToken();
            next != JsonToken.END_ARRAY;
            next = parser.nextToken()) {
          elements.add(value(parser, next));
        }
        yield new Arr(elements);
      }
      case VALUE_STRING -> new Scalar(parser.getString(), true);
      default -> new Scalar(parser.getString(), false);
    };
  }

  /** Everything a pointer leads to; {@code *} is every element. */
  default List<JsonTree> at(List<String> keys) {
    if (keys.isEmpty()) {
      return List.of(this);
    }
    String key = keys.getFirst();
    List<String> rest = keys.subList(1, keys.size());
    List<JsonTree> below =
        switch (this) {
          case Obj object when key.equals("*") -> List.copyOf(object.members.values());
          case Obj object ->
              object.members.containsKey(key) ? List.of(object.members.get(key)) : List.of();
          case Arr array when key.equals("*") -> array.elements;
          case Arr array -> element(array, key);
          case Scalar scalar -> List.of();
        };
    List<JsonTree> found = new ArrayList<>();
    below.forEach(each -> found.addAll(each.at(rest)));
    return found;
  }

  private static List<JsonTree> element(Arr array, String key) {
    boolean index = !key.isEmpty() && key.length() < 7 && key.chars().allMatch(Character::isDigit);
    int at = index ? Integer.parseInt(key) : -1;
    return at >= 0 && at < array.elements.size() ? List.of(array.elements.get(at)) : List.of();
  }

  /** Compact text with the keys of every object in the order of their characters. */
  static void writeSorted(JsonTree tree, StringBuilder out) {
    switch (tree) {
      case Obj object -> {
        out.append('{');
        String comma = "";
        for (Map.Entry<String, JsonTree> member : new TreeMap<>(object.members).entrySet()) {
          out.append(comma);
          quote(member.getKey(), out);
          out.append(':');
          writeSorted(member.getValue(), out);
          comma = ",";
        }
        out.append('}');
      }
      case Arr array -> {
        out.append('[');
        String comma = "";
        for (JsonTree element : array.elements) {
          out.append(comma);
          writeSorted(element, out);
          comma = ",";
        }
        out.append(']');
      }
      case Scalar scalar when scalar.string -> quote(scalar.text, out);
      case Scalar scalar -> out.append(scalar.text);
    }
  }

  /** As ECMA-262, QuoteJSONString, writes it: nothing above U+001F but quote and backslash. */
  static void quote(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\b' -> out.append("\\b");
        case '\f' -> out.append("\\f");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < 0x20) {
            out.append(String.format("\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }
}
