package dev.gatehouse.receive.preset.handshake;

import dev.gatehouse.receive.extract.FieldPath;
import dev.gatehouse.receive.signature.SpecMistake;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A text with places of the request in it: {@code sha256={hash}}, {@code {query:challenge}}.
 *
 * @param parts in order
 */
public record AnswerText(List<Part> parts) {
  /** A piece of the text. */
  public sealed interface Part {
    record Literal(String text) implements Part {}

    /** What stands in the request, within the rule's bounds. */
    record At(FieldPath path, boolean optional) implements Part {}

    /** What the operator configured. */
    record Value(String name) implements Part {}

    /** The public part of a secret that is written {@code public|private}. */
    record PublicPart() implements Part {}

    /** The URL of the source as the provider was told it, without a query. */
    record Url() implements Part {}

    /** What the rule's {@code hmac} or {@code digest} gives. */
    record Hash() implements Part {}

    /** What the rule's {@code decrypt} gives. */
    record Decrypted() implements Part {}
  }

  public AnswerText {
    parts = List.copyOf(parts);
  }

  /** Reads one; {@code {{} and {@code }}} are braces. */
  public static AnswerText parse(String text) {
    List<Part> parts = new ArrayList<>();
    StringBuilder literal = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean twice = i + 1 < text.length() && text.charAt(i + 1) == c;
      if ((c == '{' || c == '}') && twice) {
        literal.append(c);
        i++;
      } else if (c == '}') {
        throw new SpecMistake("a brace stands alone; }} is one");
      } else if (c == '{') {
        int end = text.indexOf('}', i);
        if (end < 0) {
          throw new SpecMistake("a brace is not closed; {{ is one");
        }
        add(literal, parts);
        parts.add(part(text.substring(i + 1, end)));
        i = end;
      } else {
        literal.append(c);
      }
    }
    add(literal, parts);
    return new AnswerText(parts);
  }

  /** The places it reads. */
  List<FieldPath> paths() {
    return parts.stream()
        .filter(Part.At.class::isInstance)
        .map(part -> ((Part.At) part).path())
        .toList();
  }

  /** The values it needs. */
  Set<String> values() {
    Set<String> names = new LinkedHashSet<>();
    for (Part part : parts) {
      if (part instanceof Part.Value value) {
        names.add(value.name());
      }
    }
    return names;
  }

  boolean usesHash() {
    return parts.contains(new Part.Hash());
  }

  /** The text; empty when a part is missing or out of bounds. */
  Optional<String> fill(Filling filling, ChallengeText bounds) {
    StringBuilder text = new StringBuilder();
    for (Part part : parts) {
      Optional<String> piece =
          switch (part) {
            case Part.Literal literal -> Optional.of(literal.text());
            case Part.At at -> filling.found().text(at.path()).filter(bounds::fits);
            case Part.Value value -> filling.value(value.name());
            case Part.PublicPart open -> filling.publicPart();
            case Part.Url url -> Optional.of(filling.url());
            case Part.Hash hash -> filling.hash();
            case Part.Decrypted plain -> filling.decrypted().filter(bounds::fits);
          };
      if (piece.isEmpty()) {
        return piece;
      }
      text.append(piece.get());
    }
    return Optional.of(text.toString());
  }

  /** True when a part that may be absent is. */
  boolean isLeftOut(Filling filling) {
    return parts.stream()
        .anyMatch(
            part ->
                part instanceof Part.At at && at.optional() && filling.found().isAbsent(at.path()));
  }

  private static void add(StringBuilder literal, List<Part> parts) {
    if (!literal.isEmpty()) {
      parts.add(new Part.Literal(literal.toString()));
      literal.setLength(0);
    }
  }

  private static Part part(String inside) {
    if (inside.startsWith("config:") && inside.length() > "config:".length()) {
      return new Part.Value(inside.substring("config:".length()));
    }
    return switch (inside) {
      case "secret.1" -> new Part.PublicPart();
      case "url" -> new Part.Url();
      case "hash" -> new Part.Hash();
      case "decrypted" -> new Part.Decrypted();
      default -> {
        boolean optional = inside.endsWith("?");
        String path = optional ? inside.substring(0, inside.length() - 1) : inside;
        yield new Part.At(FieldPath.parse(path), optional);
      }
    };
  }
}
