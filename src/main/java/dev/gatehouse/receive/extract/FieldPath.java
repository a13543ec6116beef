package dev.gatehouse.receive.extract;

import dev.gatehouse.receive.signature.HeaderName;
import dev.gatehouse.receive.signature.SpecMistake;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Where in a request a value stands: {@code header:Name}, {@code json:/pointer} (RFC 6901), {@code
 * form:field}, {@code query:name}, or {@code digest}, the SHA-256 of the body.
 */
public sealed interface FieldPath {
  record Header(HeaderName name) implements FieldPath {
    @Override
    public String toString() {
      return "header:" + name;
    }
  }

  /** Keys from the root down; a number counts as an index where an array stands. */
  record Json(List<String> keys) implements FieldPath {
    public Json {
      keys = List.copyOf(keys);
    }

    @Override
    public String toString() {
      return keys.stream()
          .map(key -> "/" + key.replace("~", "~0").replace("/", "~1"))
          .collect(Collectors.joining("", "json:", ""));
    }
  }

  record Form(String field) implements FieldPath {
    @Override
    public String toString() {
      return "form:" + field;
    }
  }

  record Query(String name) implements FieldPath {
    @Override
    public String toString() {
      return "query:" + name;
    }
  }

  /** For providers that name no event: equal bodies are one event, which swallows real repeats. */
  record BodyDigest() implements FieldPath {
    @Override
    public String toString() {
      return "digest";
    }
  }

  /** Reads one path; headers without aliases. */
  static FieldPath parse(String text) {
    return parse(text, HeaderName::of);
  }

  /**
   * Reads one path.
   *
   * @param names gives a header its aliases
   * @throws SpecMistake when it is none
   */
  static FieldPath parse(String text, Function<String, HeaderName> names) {
    int colon = text.indexOf(':');
    String rest = text.substring(colon + 1);
    return switch (colon < 0 ? text : text.substring(0, colon)) {
      case "header" -> new Header(names.apply(rest));
      case "json" -> new Json(pointer(rest));
      case "form" -> new Form(named(rest));
      case "query" -> new Query(named(rest));
      case "digest" -> {
        if (colon >= 0) {
          throw mistake();
        }
        yield new BodyDigest();
      }
      default -> throw mistake();
    };
  }

  /** Reads alternatives, {@code header:A | json:/b}: the first that is there counts. */
  static List<FieldPath> parseAll(String text, Function<String, HeaderName> names) {
    List<FieldPath> paths = new ArrayList<>();
    for (String each : text.split("\\|", -1)) {
      paths.add(parse(each.strip(), names));
    }
    return List.copyOf(paths);
  }

  private static String named(String name) {
    if (name.isEmpty()) {
      throw mistake();
    }
    return name;
  }

  private static List<String> pointer(String text) {
    if (!text.startsWith("/")) {
      throw new SpecMistake("a JSON path begins with a slash: json:/data/id");
    }
    List<String> keys = new ArrayList<>();
    for (String key : text.substring(1).split("/", -1)) {
      if (key.equals("*")) {
        throw new SpecMistake("a JSON path names one value; * is not possible here");
      }
      keys.add(key.replace("~1", "/").replace("~0", "~"));
    }
    return keys;
  }

  private static SpecMistake mistake() {
    return new SpecMistake(
        "a path is header:Name, json:/pointer, form:field, query:name, or digest");
  }
}
