package dev.gatehouse.receive.signature;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The text a signature is made over, as parts in order.
 *
 * <p>Written as text with {@code {body}} (the bytes received), {@code {timestamp}} (its text as
 * received), {@code {id}}, {@code {header:Name}}, {@code {method}}, {@code {url}} (as configured
 * with the provider) and {@code {path}} (of that URL, without the query). {@code {{} and {@code }}}
 * stand for single braces.
 */
public record Template(List<Part> parts) {
  /** One part of the signed text. */
  public sealed interface Part {
    record Literal(String text) implements Part {}

    record Body() implements Part {}

    record Timestamp() implements Part {}

    record Header(HeaderName name) implements Part {}

    record Method() implements Part {}

    record Url() implements Part {}

    record Path() implements Part {}
  }

  public Template {
    parts = List.copyOf(parts);
    if (parts.stream().allMatch(part -> part instanceof Part.Literal)) {
      throw new SpecMistake("a signature is made over a part of the request, such as {body}");
    }
  }

  /** The body as it arrived and nothing else. */
  public static final Template BODY = new Template(List.of(new Part.Body()));

  /**
   * Reads the text form.
   *
   * @param id the header {@code {id}} means; null when there is none
   * @param names gives a header its aliases
   */
  public static Template parse(
      String text, @Nullable HeaderName id, Function<String, HeaderName> names) {
    List<Part> parts = new ArrayList<>();
    StringBuilder literal = new StringBuilder();
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      boolean doubled = at + 1 < text.length() && text.charAt(at + 1) == c;
      if ((c == '{' || c == '}') && doubled) {
        literal.append(c);
        at += 2;
      } else if (c == '{') {
        int end = text.indexOf('}', at);
        if (end < 0) {
          throw new SpecMistake("a { in the signed text has no }");
        }
        if (!literal.isEmpty()) {
          parts.add(new Part.Literal(literal.toString()));
          literal.setLength(0);
        }
        parts.add(part(text.substring(at + 1, end), id, names));
        at = end + 1;
      } else if (c == '}') {
        throw new SpecMistake("a } in the signed text has no {");
      } else {
        literal.append(c);
        at++;
      }
    }
    if (!literal.isEmpty()) {
      parts.add(new Part.Literal(literal.toString()));
    }
    return new Template(parts);
  }

  private static Part part(
      String name, @Nullable HeaderName id, Function<String, HeaderName> names) {
    if (name.startsWith("header:")) {
      return new Part.Header(names.apply(name.substring("header:".length())));
    }
    return switch (name) {
      case "body" -> new Part.Body();
      case "timestamp" -> new Part.Timestamp();
      case "method" -> new Part.Method();
      case "url" -> new Part.Url();
      case "path" -> new Part.Path();
      case "id" -> {
        if (id == null) {
          throw new SpecMistake("{id} is signed, so say which header it is: id");
        }
        yield new Part.Header(id);
      }
      default ->
          throw new SpecMistake(
              "the signed text knows {body}, {timestamp}, {id}, {header:Name}, {method}, {url} and"
                  + " {path}");
    };
  }

  boolean usesBody() {
    return parts.contains(new Part.Body());
  }

  boolean usesTimestamp() {
    return parts.contains(new Part.Timestamp());
  }

  boolean usesUrl() {
    return parts.contains(new Part.Url());
  }

  List<HeaderName> headers() {
    List<HeaderName> names = new ArrayList<>();
    for (Part part : parts) {
      if (part instanceof Part.Header header) {
        names.add(header.name());
      }
    }
    return names;
  }
}
