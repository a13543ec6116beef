package dev.gatehouse.receive.signature;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How a key is made of a secret: fixed text, {@code {secret}}, and {@code {secret.1}}, {@code
 * {secret.2}} for the parts of a secret written {@code one|two}; each with filters.
 */
public record KeyText(List<Piece> pieces) {
  private static final Pattern TOKEN =
      Pattern.compile("\\{secret(?:\\.([12]))?((?:\\|[a-z0-9-]+)*)}");

  /**
   * Fixed text or a part of the secret.
   *
   * @param part -1 for fixed text, 0 for the whole secret, else which part
   */
  public record Piece(String text, int part, List<String> filters) {
    public Piece {
      filters = List.copyOf(filters);
    }
  }

  public KeyText {
    pieces = List.copyOf(pieces);
  }

  static KeyText parse(String text) {
    List<Piece> pieces = new ArrayList<>();
    Matcher matcher = TOKEN.matcher(text);
    int at = 0;
    while (matcher.find()) {
      pieces.add(new Piece(text.substring(at, matcher.start()), -1, List.of()));
      List<String> filters = new ArrayList<>();
      for (String word : matcher.group(2).split("\\|")) {
        if (!word.isEmpty()) {
          Filter unused = Filter.parse(word);
          filters.add(word);
        }
      }
      int part = matcher.group(1) == null ? 0 : Integer.parseInt(matcher.group(1));
      pieces.add(new Piece("", part, filters));
      at = matcher.end();
    }
    String rest = text.substring(at);
    if (pieces.isEmpty() || rest.indexOf('{') >= 0) {
      throw new SpecMistake("a key is made like {secret}& or {secret.2|sha1}");
    }
    pieces.add(new Piece(rest, -1, List.of()));
    return new KeyText(pieces);
  }

  /** The key; empty for a secret without the parts the rule asks for. */
  byte[] key(Secret secret) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (Piece piece : pieces) {
      String text = piece.part < 0 ? piece.text : part(secret.value(), piece.part);
      if (piece.part > 0 && text.isEmpty()) {
        return new byte[0];
      }
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      for (String filter : piece.filters) {
        bytes = Filter.parse(filter).apply(bytes);
      }
      out.writeBytes(bytes);
    }
    return out.toByteArray();
  }

  /** The whole secret, or one side of its first {@code |}. */
  static String part(String secret, int part) {
    int bar = secret.indexOf('|');
    if (part == 0) {
      return secret;
    }
    if (bar < 0) {
      return "";
    }
    return part == 1 ? secret.substring(0, bar) : secret.substring(bar + 1);
  }
}
