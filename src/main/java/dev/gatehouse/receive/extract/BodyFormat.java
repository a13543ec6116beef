package dev.gatehouse.receive.extract;

import dev.gatehouse.receive.signature.SpecMistake;
import java.util.ArrayList;
import java.util.List;

/**
 * What a body is: {@code json}, {@code form}, {@code form:field} (JSON in a form), {@code none}.
 */
public sealed interface BodyFormat {
  record Json() implements BodyFormat {}

  record Form() implements BodyFormat {}

  /** A form with a JSON document in one field, as GitHub and Slack send. */
  record FormJson(String field) implements BodyFormat {}

  /** Opaque bytes: nothing is read from them, nothing can be wrong with them. */
  record None() implements BodyFormat {}

  static BodyFormat parse(String text) {
    if (text.startsWith("form:") && text.length() > "form:".length()) {
      return new FormJson(text.substring("form:".length()));
    }
    return switch (text) {
      case "json" -> new Json();
      case "form" -> new Form();
      case "none" -> new None();
      default -> throw new SpecMistake("a body is json, form, form:field or none");
    };
  }

  /**
   * Reads one format, or two for a provider that lets its user choose, {@code json | form:payload}:
   * the form then counts for {@code application/x-www-form-urlencoded}, the other for the rest.
   */
  static List<BodyFormat> parseAll(String text) {
    List<BodyFormat> formats = new ArrayList<>();
    for (String each : text.split("\\|", -1)) {
      formats.add(parse(each.strip()));
    }
    long forms = formats.stream().filter(BodyFormat::isForm).count();
    if (formats.size() > 2 || formats.size() == 2 && forms != 1) {
      throw new SpecMistake("two body formats are one form and one other: json | form:payload");
    }
    return List.copyOf(formats);
  }

  /** True when the bytes are {@code application/x-www-form-urlencoded}. */
  default boolean isForm() {
    return this instanceof Form || this instanceof FormJson;
  }

  /** True when a JSON document is in it. */
  default boolean holdsJson() {
    return this instanceof Json || this instanceof FormJson;
  }
}
