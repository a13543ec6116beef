package dev.gatehouse.receive.extract;

import dev.gatehouse.receive.signature.HeaderName;
import dev.gatehouse.receive.signature.SpecMistake;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where in a request a value stands: {@code header:Name}, {@code json:/pointer} (RFC 6901), {@code
 * json:/pointer > /pointer} (JSON in a text of the JSON), {@code form:field}, {@code
 * xml:/path/@name}, {@code query:name}, {@code request:/pointer} (beside the list an event stands
 * in), or {@code digest}, the SHA-256 of the body. Several with {@code +} between are joined.
 */
public sealed interface FieldPath {
  record Header(HeaderName name) implements FieldPath {
    @Override
    public String toString() {
      return "header:" + name;
    }
  }

  /**
   * Keys from the root down; a number counts as an index where an array stands.
   *
   * @param inside where in the JSON document that is in the text there; null: the text itself
   * @param wrapping how the document is in the text
   */
  record Json(List<String> keys, @Nullable Json inside, Wrapping wrapping) implements FieldPath {
    /** How a JSON document can be in a text. */
    enum Wrapping {
      /** It is the text. */
      TEXT,
      BASE64,
      /** It is what a compact signed token holds. */
      JWT;

      private String word() {
        return this == TEXT ? "" : name().toLowerCase(Locale.ROOT) + " > ";
      }
    }

    public Json {
      keys = List.copyOf(keys);
    }

    Json(List<String> keys) {
      this(keys, null, Wrapping.TEXT);
    }

    private String pointer() {
      String own =
          keys.stream()
              .map(key -> "/" + key.replace("~", "~0").replace("/", "~1"))
              .collect(Collectors.joining());
      return inside == null ? own : own + " > " + wrapping.word() + inside.pointer();
    }

    @Override
    public String toString() {
      return "json:" + pointer();
    }
  }

  /**
   * Local names of elements from the root down.
   *
   * @param attribute null: the text of the element
   */
  record Xml(List<String> elements, @Nullable String attribute) implements FieldPath {
    public Xml {
      elements = List.copyOf(elements);
    }

    @Override
    public String toString() {
      return "xml:/" + String.join("/", elements) + (attribute == null ? "" : "/@" + attribute);
    }
  }

  /** In the JSON around the single events of a request; {@code json:} is in the event itself. */
  record Around(Json path) implements FieldPath {
    @Override
    public String toString() {
      return "request:" + path.pointer();
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

  /**
   * Texts of several places with a full stop between; there only when all of them are.
   *
   * @param parts two or more
   */
  record Joined(List<FieldPath> parts) implements FieldPath {
    public Joined {
      parts = List.copyOf(parts);
      if (parts.size() < 2 || parts.stream().anyMatch(part -> part instanceof BodyDigest)) {
        throw new SpecMistake("joined are two or more places: json:/a + json:/b");
      }
    }

    @Override
    public String toString() {
      return parts.stream().map(FieldPath::toString).collect(Collectors.joining(" + "));
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
    if (text.contains(" + ")) {
      List<FieldPath> parts = new ArrayList<>();
      for (String part : text.split(" \\+ ", -1)) {
        parts.add(parse(part.strip(), names));
      }
      return new Joined(parts);
    }
    int colon = text.indexOf(':');
    String rest = text.substring(colon + 1);
    return switch (colon < 0 ? text : text.substring(0, colon)) {
      case "header" -> new Header(names.apply(rest));
      case "json" -> json(rest);
      case "request" -> new Around(json(rest));
      case "xml" -> xml(rest);
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

  /** The places this one is made of: itself, unless it is joined. */
  default List<FieldPath> leaves() {
    return this instanceof Joined joined
        ? joined.parts().stream().flatMap(part -> part.leaves().stream()).toList()
        : List.of(this);
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

  private static Json json(String text) {
    List<String> steps = new ArrayList<>();
    for (String step : text.split(" > ", -1)) {
      steps.add(step.strip());
    }
    Json path = new Json(pointer(steps.removeLast()));
    while (!steps.isEmpty()) {
      Json.Wrapping wrapping =
          switch (steps.getLast()) {
            case "base64" -> Json.Wrapping.BASE64;
            case "jwt" -> Json.Wrapping.JWT;
            default -> Json.Wrapping.TEXT;
          };
      if (wrapping != Json.Wrapping.TEXT) {
        steps.removeLast();
      }
      if (steps.isEmpty()) {
        throw new SpecMistake("base64 and jwt stand between JSON paths: json:/data > base64 > /id");
      }
      path = new Json(pointer(steps.removeLast()), path, wrapping);
    }
    return path;
  }

  private static Xml xml(String text) {
    List<String> names = pointer(text);
    String last = names.getLast();
    boolean attribute = last.startsWith("@");
    List<String> elements = attribute ? names.subList(0, names.size() - 1) : names;
    if (elements.isEmpty() || elements.contains("") || last.equals("@")) {
      throw new SpecMistake("an XML path names its elements from the root: xml:/feed/entry/id");
    }
    return new Xml(elements, attribute ? last.substring(1) : null);
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
        "a path is header:Name, json:/pointer, form:field, xml:/path, query:name, or digest");
  }
}
