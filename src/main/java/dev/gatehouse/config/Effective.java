package dev.gatehouse.config;

import dev.gatehouse.config.logging.Masking;
import dev.gatehouse.config.yaml.Key;
import dev.gatehouse.config.yaml.Kind;
import dev.gatehouse.config.yaml.Node;
import dev.gatehouse.config.yaml.Section;
import dev.gatehouse.config.yaml.Shape;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes the settings in force as YAML: what the file says and the defaults it leaves standing.
 * References stay references; a secret that stands in the file itself is {@code ***}.
 */
final class Effective {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9/][A-Za-z0-9_./+-]{0,200}");
  private static final Pattern ONLY_REFERENCE =
      Pattern.compile("\\$\\{(env:[A-Za-z0-9_]+|file:[^}]+)(:-[^}]*)?}");
  private static final List<String> NOT_PLAIN = List.of("true", "false", "null");

  private final StringBuilder out = new StringBuilder();

  private Effective() {}

  static String text(Node root, Shape shape) {
    Effective effective = new Effective();
    effective.keys(root.section(shape), shape, 0);
    return effective.out.toString();
  }

  private void keys(Section section, Shape shape, int depth) {
    for (Key key : shape.keys()) {
      Node value = section.at(key.name());
      if (value.isPresent() || hasDefaults(key.kind())) {
        indent(depth).append(key.name()).append(':');
        value(value, key.kind(), key.secret(), depth);
      }
    }
  }

  /** What follows a key and its colon, or a dash. */
  private void value(Node node, Kind kind, boolean secret, int depth) {
    switch (kind) {
      case Kind.Keys keys -> {
        out.append('\n');
        keys(node.section(keys.shape()), keys.shape(), depth + 1);
      }
      case Kind.Named named -> {
        out.append(node.entries().isEmpty() ? " {}\n" : "\n");
        node.entries()
            .forEach(
                (name, each) -> {
                  indent(depth + 1).append(scalar(name, true)).append(':');
                  value(each, named.each(), secret, depth + 1);
                });
      }
      case Kind.ListOf list -> {
        out.append(node.items().isEmpty() ? " []\n" : "\n");
        for (Node each : node.items()) {
          item(each, list.each(), secret, depth + 1);
        }
      }
      case Kind.AnyOf any -> value(node, chosen(node, any), secret, depth);
      default -> out.append(' ').append(shown(node, kind, secret)).append('\n');
    }
  }

  /** A map begins on the line of its dash. */
  private void item(Node node, Kind kind, boolean secret, int depth) {
    Kind one = kind instanceof Kind.AnyOf any ? chosen(node, any) : kind;
    indent(depth).append('-');
    if (one instanceof Kind.Keys keys) {
      Effective map = new Effective();
      map.keys(node.section(keys.shape()), keys.shape(), depth + 1);
      out.append(' ').append(map.out.substring(Math.min(map.out.length(), 2 * (depth + 1))));
    } else {
      value(node, one, secret, depth);
    }
  }

  private static Kind chosen(Node node, Kind.AnyOf any) {
    return any.kinds().stream()
        .filter(kind -> isOf(node, kind) && (!(kind instanceof Kind.Keys keys) || fits(node, keys)))
        .findFirst()
        .or(() -> any.kinds().stream().filter(kind -> isOf(node, kind)).findFirst())
        .orElse(any.kinds().getFirst());
  }

  private static boolean isOf(Node node, Kind kind) {
    return switch (kind) {
      case Kind.ListOf l -> node.isList();
      case Kind.Keys k -> node.isMap();
      case Kind.Named n -> node.isMap();
      default -> node.isScalar();
    };
  }

  /** Of several tables of keys it is the one in which the words of the map are choices. */
  private static boolean fits(Node node, Kind.Keys keys) {
    return node.entries().entrySet().stream()
        .allMatch(
            entry ->
                keys.shape()
                    .key(entry.getKey())
                    .filter(
                        key ->
                            !(key.kind() instanceof Kind.Choice choice)
                                || entry
                                    .getValue()
                                    .raw()
                                    .filter(choice.choices()::contains)
                                    .isPresent())
                    .isPresent());
  }

  private static String shown(Node node, Kind kind, boolean secret) {
    String raw = node.raw().orElse("");
    if (secret) {
      Matcher reference = ONLY_REFERENCE.matcher(raw);
      // The default of a reference stands in the file, so it is as secret as any other text there.
      return reference.matches()
          ? "\"${" + reference.group(1) + (reference.group(2) == null ? "" : ":-***") + "}\""
          : "\"***\"";
    }
    boolean text = kind instanceof Kind.Text || kind instanceof Kind.Choice;
    return scalar(Masking.mask(raw), text);
  }

  private static String scalar(String text, boolean mayMislead) {
    boolean plain =
        PLAIN.matcher(text).matches()
            && !(mayMislead && (NOT_PLAIN.contains(text) || Character.isDigit(text.charAt(0))));
    return plain ? text : quoted(text);
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.chars()
        .forEach(
            c -> {
              switch (c) {
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                case '\n' -> quoted.append("\\n");
                case '\t' -> quoted.append("\\t");
                case '\r' -> quoted.append("\\r");
                default -> quoted.append(c < ' ' || c == 127 ? "\\uFFFD" : Character.toString(c));
              }
            });
    return quoted.append('"').toString();
  }

  /** Whether a block that is not there still says something; one with a mandatory key does not. */
  private static boolean hasDefaults(Kind kind) {
    return kind instanceof Kind.Keys keys
        && keys.shape().keys().stream().noneMatch(Key::mandatory)
        && keys.shape().keys().stream()
            .anyMatch(
                key -> Optional.ofNullable(key.byDefault()).isPresent() || hasDefaults(key.kind()));
  }

  private StringBuilder indent(int depth) {
    return out.append("  ".repeat(depth));
  }
}
