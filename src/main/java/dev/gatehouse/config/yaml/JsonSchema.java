package dev.gatehouse.config.yaml;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes a JSON Schema (2020-12) of a table of keys, for editors. */
public final class JsonSchema {
  private static final String REFERENCE = "\\$\\{(env|file):";

  private JsonSchema() {}

  /** Maps, lists, texts and numbers, ready for a JSON writer; keys in the order of the table. */
  public static Map<String, Object> of(String title, Shape shape) {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    schema.put("title", title);
    schema.putAll(object(shape));
    return schema;
  }

  private static Map<String, Object> object(Shape shape) {
    Map<String, Object> properties = new LinkedHashMap<>();
    List<String> required = new ArrayList<>();
    for (Key key : shape.keys()) {
      Map<String, Object> property = new LinkedHashMap<>(schema(key.kind()));
      property.put("description", key.about());
      String byDefault = key.byDefault();
      if (byDefault != null) {
        property.put("default", literal(key.kind(), byDefault));
      }
      properties.put(key.name(), property);
      if (key.mandatory()) {
        required.add(key.name());
      }
    }
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("properties", properties);
    if (!required.isEmpty()) {
      schema.put("required", required);
    }
    schema.put("additionalProperties", false);
    return schema;
  }

  private static Object literal(Kind kind, String text) {
    return switch (kind) {
      case Kind.Whole w -> Long.parseLong(text);
      case Kind.Number n -> Double.parseDouble(text);
      case Kind.Flag f -> Boolean.parseBoolean(text);
      default -> text;
    };
  }

  private static Map<String, Object> schema(Kind kind) {
    return switch (kind) {
      // A number without quotes is taken as the text it was written as.
      case Kind.Text t -> Map.of("type", List.of("string", "number"));
      case Kind.Whole w ->
          orReference(Map.of("type", "integer", "minimum", w.min(), "maximum", w.max()));
      case Kind.Number n ->
          orReference(Map.of("type", "number", "minimum", n.min(), "maximum", n.max()));
      case Kind.Flag f -> orReference(Map.of("type", "boolean"));
      case Kind.TimeSpan t -> text("^([0-9]+(ms|s|m|h|d)|P.+|.*" + REFERENCE + ".*)$");
      case Kind.Size s -> orReference(sizes());
      case Kind.Moment m -> text("^([0-9]{4}-[0-9]{2}-[0-9]{2}T.+|.*" + REFERENCE + ".*)$");
      case Kind.Choice c -> orReference(Map.of("enum", c.choices()));
      case Kind.ListOf list -> {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "array");
        schema.put("items", schema(list.each()));
        yield schema;
      }
      case Kind.Named named -> {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("additionalProperties", schema(named.each()));
        yield schema;
      }
      case Kind.Keys keys -> object(keys.shape());
      case Kind.AnyOf any -> Map.of("anyOf", any.kinds().stream().map(JsonSchema::schema).toList());
    };
  }

  private static Map<String, Object> sizes() {
    return Map.of(
        "anyOf",
        List.of(Map.of("type", "integer", "minimum", 0), text("^[0-9]+(B|KiB|MiB|GiB)?$")));
  }

  private static Map<String, Object> text(String pattern) {
    return Map.of("type", "string", "pattern", pattern);
  }

  private static Map<String, Object> orReference(Map<String, Object> schema) {
    return Map.of("anyOf", List.of(schema, text(REFERENCE)));
  }
}
