package dev.gatehouse.receive.signature;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads signed texts.
 *
 * <pre>
 * {body} {timestamp} {id} {method} {secret}   the bytes received, the time's text as received, …
 * {url} {url-without-query} {url-with-port} {path} {path-query} {query}
 * {header:Name} {query:name} {form:field} {json:/pointer} {xml:/path} {item:/pointer}
 * {json:/pointer?}                            nothing when it is absent
 * {element:env=}                              an element of the signature header
 * {config:name}                               a value the operator gives
 * {list:name}                                 many parameters
 * {body|sha256|hex}                           with filters
 * {maybe}…{/maybe}                            left out when a value in it is absent or all is empty
 * {sorted}…{/sorted}                          the parts in the order of their characters
 * {join:X}…{/join}                            X between the parts that are not empty
 * {check:query:hash=body|sha256|hex}          nothing, but the place must hold just that
 * {check:header:Name='1'}                     the same with a fixed text
 * {{ and }}                                   single braces
 * </pre>
 */
final class TemplateGrammar {
  private static final int MAX_DEPTH = 4;

  private final @Nullable HeaderName id;
  private final Function<String, HeaderName> names;
  private final Map<String, ParamList> lists;
  private final Deque<Open> open = new ArrayDeque<>();

  private record Open(
      String word, Template.Part.Group.How how, String joiner, List<Template.Part> parts) {}

  TemplateGrammar(
      @Nullable HeaderName id, Function<String, HeaderName> names, Map<String, ParamList> lists) {
    this.id = id;
    this.names = names;
    this.lists = lists;
  }

  Template parse(String text) {
    List<Template.Part> top = new ArrayList<>();
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
        flush(literal, top);
        token(text.substring(at + 1, end), top);
        at = end + 1;
      } else if (c == '}') {
        throw new SpecMistake("a } in the signed text has no {");
      } else {
        literal.append(c);
        at++;
      }
    }
    flush(literal, top);
    if (!open.isEmpty()) {
      throw new SpecMistake("{" + open.peek().word + "} in the signed text has no end");
    }
    return new Template(top);
  }

  private List<Template.Part> current(List<Template.Part> top) {
    Open inner = open.peek();
    return inner == null ? top : inner.parts;
  }

  private void flush(StringBuilder literal, List<Template.Part> top) {
    if (!literal.isEmpty()) {
      current(top).add(new Template.Part.Literal(literal.toString()));
      literal.setLength(0);
    }
  }

  private void token(String token, List<Template.Part> top) {
    if (token.startsWith("/")) {
      Open closed = open.poll();
      if (closed == null || !closed.word.equals(token.substring(1))) {
        throw new SpecMistake("{" + token + "} ends nothing in the signed text");
      }
      current(top).add(new Template.Part.Group(closed.how, closed.joiner, closed.parts));
    } else if (token.equals("maybe") || token.equals("sorted") || token.startsWith("join:")) {
      boolean join = token.startsWith("join:");
      String word = join ? "join" : token;
      if (open.size() == MAX_DEPTH) {
        throw new SpecMistake("a signed text has at most " + MAX_DEPTH + " groups in one another");
      }
      open.push(
          new Open(
              word,
              switch (word) {
                case "maybe" -> Template.Part.Group.How.MAYBE;
                case "sorted" -> Template.Part.Group.How.SORTED;
                default -> Template.Part.Group.How.JOINED;
              },
              join ? token.substring("join:".length()) : "",
              new ArrayList<>()));
    } else if (token.startsWith("check:")) {
      current(top).add(check(token.substring("check:".length())));
    } else {
      current(top).add(filtered(token));
    }
  }

  private Template.Part check(String text) {
    int equals = text.indexOf('=');
    if (equals < 0) {
      throw new SpecMistake("a check is written like {check:query:hash=body|sha256|hex}");
    }
    String expected = text.substring(equals + 1);
    boolean literal = expected.length() > 1 && expected.startsWith("'") && expected.endsWith("'");
    return new Template.Part.Check(
        Place.parse(text.substring(0, equals), names),
        literal
            ? new Template.Part.Literal(expected.substring(1, expected.length() - 1))
            : filtered(expected));
  }

  private Template.Part filtered(String token) {
    String[] words = token.split("\\|", -1);
    List<Filter> filters = new ArrayList<>();
    for (int i = 1; i < words.length; i++) {
      filters.add(Filter.parse(words[i]));
    }
    Template.Part part = part(words[0]);
    return filters.isEmpty() ? part : new Template.Part.Filtered(part, filters);
  }

  private Template.Part part(String name) {
    int colon = name.indexOf(':');
    if (colon >= 0) {
      return named(name.substring(0, colon), name.substring(colon + 1), name);
    }
    return switch (name) {
      case "body" -> new Template.Part.Body();
      case "timestamp" -> new Template.Part.Timestamp();
      case "method" -> new Template.Part.Method();
      case "url" -> new Template.Part.Url();
      case "path" -> new Template.Part.Path();
      case "secret" -> new Template.Part.SecretText();
      case "id" -> {
        if (id == null) {
          throw new SpecMistake("{id} is signed, so say which header it is: id");
        }
        yield new Template.Part.Header(id);
      }
      case "url-without-query", "url-with-port", "path-query", "query" ->
          new Template.Part.UrlPiece(
              Template.Part.UrlPiece.Piece.valueOf(
                  name.toUpperCase(Locale.ROOT).replace('-', '_')));
      default -> throw unknown();
    };
  }

  private Template.Part named(String kind, String rest, String whole) {
    return switch (kind) {
      case "config" -> new Template.Part.Configured(rest);
      case "element" -> new Template.Part.Element(rest);
      case "list" ->
          new Template.Part.Listing(
              Optional.ofNullable(lists.get(rest))
                  .orElseThrow(
                      () -> new SpecMistake("{list:" + rest + "} is not described under lists")));
      case "header" ->
          rest.indexOf('#') < 0 && !rest.endsWith("?")
              ? new Template.Part.Header(names.apply(rest))
              : value(whole);
      case "query", "form", "json", "xml", "item" -> value(whole);
      default -> throw unknown();
    };
  }

  private Template.Part value(String text) {
    return text.endsWith("?")
        ? new Template.Part.ValueOrNothing(Place.parse(text.substring(0, text.length() - 1), names))
        : new Template.Part.Value(Place.parse(text, names));
  }

  private static SpecMistake unknown() {
    return new SpecMistake(
        "the signed text knows {body}, {timestamp}, {id}, {header:Name}, {method}, {url} with its"
            + " pieces, {path}, {query:name}, {form:field}, {json:/pointer}, {xml:/path},"
            + " {item:/pointer}, {element:beginning}, {secret}, {config:name}, {list:name} and the"
            + " groups maybe, sorted, join and check");
  }
}
