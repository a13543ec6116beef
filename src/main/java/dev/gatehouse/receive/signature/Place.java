package dev.gatehouse.receive.signature;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Where in a request a value of the signature rule stands.
 *
 * <p>Written {@code header:Name}, {@code header:Name#key} (an element {@code key=value} of it),
 * {@code query:name}, {@code form:field} (urlencoded or multipart), {@code json:/pointer}, {@code
 * form:field/json:/pointer} (JSON in a form), {@code xml:/path/of/elements}, and {@code
 * item:/pointer} below the batch item at hand. A {@code *} in a pointer is every element of a list.
 */
public sealed interface Place {
  /**
   * @param key the element of a {@code key=value} list that counts; null: the whole value
   */
  record Header(HeaderName name, @Nullable String key) implements Place {}

  /** Headers with a number from 1 in their name, such as {@code X-DocuSign-Signature-1}. */
  record Numbered(String before) implements Place {}

  record Query(String name) implements Place {}

  /**
   * @param json keys below a JSON text in the field; null: the field itself
   */
  record Form(String field, @Nullable List<String> json) implements Place {}

  record Json(List<String> keys) implements Place {
    public Json {
      keys = List.copyOf(keys);
    }
  }

  record Xml(List<String> elements) implements Place {
    public Xml {
      elements = List.copyOf(elements);
    }
  }

  record Item(List<String> keys) implements Place {
    public Item {
      keys = List.copyOf(keys);
    }
  }

  /**
   * Reads the text form.
   *
   * @throws SpecMistake when it is none
   */
  static Place parse(String text, Function<String, HeaderName> names) {
    int colon = text.indexOf(':');
    String rest = text.substring(colon + 1);
    if (colon < 0 || rest.isEmpty()) {
      throw mistake();
    }
    return switch (text.substring(0, colon)) {
      case "header" -> header(rest, names);
      case "query" -> new Query(rest);
      case "form" -> form(rest);
      case "json" -> new Json(pointer(rest));
      case "xml" -> new Xml(pointer(rest));
      case "item" -> new Item(pointer(rest));
      default -> throw mistake();
    };
  }

  private static Place header(String text, Function<String, HeaderName> names) {
    if (text.endsWith("{n}")) {
      return new Numbered(text.substring(0, text.length() - 3));
    }
    int hash = text.indexOf('#');
    return hash < 0
        ? new Header(names.apply(text), null)
        : new Header(names.apply(text.substring(0, hash)), text.substring(hash + 1));
  }

  private static Place form(String text) {
    int json = text.indexOf("/json:");
    return json < 0
        ? new Form(text, null)
        : new Form(text.substring(0, json), pointer(text.substring(json + "/json:".length())));
  }

  /** RFC 6901. */
  private static List<String> pointer(String text) {
    if (!text.startsWith("/")) {
      throw mistake();
    }
    List<String> keys = new ArrayList<>();
    for (String key : text.substring(1).split("/", -1)) {
      keys.add(key.replace("~1", "/").replace("~0", "~"));
    }
    return keys;
  }

  private static SpecMistake mistake() {
    return new SpecMistake(
        "a place is header:Name, query:name, form:field, form:field/json:/pointer, json:/pointer,"
            + " xml:/path or item:/pointer");
  }

  /** For refusals: names the rule, never a value. */
  default String describe() {
    return switch (this) {
      case Header header -> "header " + header.name;
      case Numbered numbered -> "header " + numbered.before + "1";
      case Query query -> "query parameter " + query.name;
      case Form form -> "form field " + form.field;
      case Json json -> "the body at /" + String.join("/", json.keys);
      case Xml xml -> "the body at /" + String.join("/", xml.elements);
      case Item item -> "the item at /" + String.join("/", item.keys);
    };
  }
}
