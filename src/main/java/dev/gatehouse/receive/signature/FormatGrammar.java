package dev.gatehouse.receive.signature;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads how a signature header is written from an example of it.
 *
 * <pre>
 * sha256={hex}              one signature behind a fixed beginning
 * {base64}                  one bare signature
 * t={timestamp},v1={hex}    elements, here with commas; {@code v1=} may repeat
 * ts={timestamp};h1={hex}   the same with semicolons
 * v1,{base64}               versions, separated by blanks; only {@code v1,} counts and it may repeat
 * v1={hex},…                a list of signatures; the separator stands before the dots
 * {hex}###{any}             fixed text around a signature and values that do not count
 * {timestamp},{hex},…       the time and signatures by their order
 * app {config:key}:{base64} a value of the operator's that must stand there
 * </pre>
 *
 * Separators are a comma, a semicolon, a blank, {@code &} or {@code |}. Dots may be {@code …} or
 * three full stops.
 */
final class FormatGrammar {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{([^{}]*)}");
  private static final Pattern VERSION = Pattern.compile("[A-Za-z0-9]+,");
  private static final String SEPARATORS = ",; &|";

  private FormatGrammar() {}

  /** A placeholder and the fixed text before it. */
  private record Piece(String before, String name) {
    boolean isTimestamp() {
      return name.equals("timestamp");
    }

    boolean isConfigured() {
      return name.startsWith("config:");
    }
  }

  static SignatureFormat parse(String text) {
    List<Piece> pieces = new ArrayList<>();
    Matcher matcher = PLACEHOLDER.matcher(text);
    int at = 0;
    while (matcher.find()) {
      pieces.add(new Piece(text.substring(at, matcher.start()), matcher.group(1)));
      at = matcher.end();
    }
    String rest = text.substring(at).replace("...", "…");
    for (Piece piece : pieces) {
      if (piece.before.indexOf('{') >= 0 || piece.before.indexOf('}') >= 0) {
        throw mistake();
      }
    }
    if (pieces.size() > 2
        || pieces.stream().anyMatch(piece -> piece.name.equals("any") || piece.isConfigured())
        || pieces.size() == 2 && pieces.get(0).isTimestamp() && pieces.get(0).before.isEmpty()) {
      return slots(pieces, rest);
    }
    return switch (pieces.size()) {
      case 1 -> single(pieces.get(0), rest);
      case 2 -> pair(pieces.get(0), pieces.get(1), rest);
      default -> throw mistake();
    };
  }

  private static SignatureFormat single(Piece piece, String rest) {
    TextEncoding encoding = encoding(piece.name);
    boolean versions = VERSION.matcher(piece.before).matches();
    if (rest.isEmpty() && !versions) {
      return new SignatureFormat.Whole(piece.before, encoding);
    }
    char separator = rest.isEmpty() ? ' ' : separatorBeforeDots(rest);
    return new SignatureFormat.Listed(
        separator, piece.before, encoding, List.of(SignatureFormat.Listed.Element.SIGNATURE), "");
  }

  private static SignatureFormat pair(Piece first, Piece second, String rest) {
    if (first.isTimestamp() == second.isTimestamp() || second.before.isEmpty()) {
      throw mistake();
    }
    char separator = second.before.charAt(0);
    String secondPrefix = second.before.substring(1).stripLeading();
    if (SEPARATORS.indexOf(separator) < 0
        || !(rest.isEmpty() || separatorBeforeDots(rest) == separator)) {
      throw mistake();
    }
    Piece signature = first.isTimestamp() ? second : first;
    String signaturePrefix = first.isTimestamp() ? secondPrefix : first.before;
    String timestampPrefix = first.isTimestamp() ? first.before : secondPrefix;
    if (timestampPrefix.isEmpty() || timestampPrefix.equals(signaturePrefix)) {
      throw new SpecMistake("in a format, {timestamp} has its own name before it, such as t=");
    }
    return new SignatureFormat.Listed(
        separator,
        signaturePrefix,
        encoding(signature.name),
        first.isTimestamp()
            ? List.of(
                SignatureFormat.Listed.Element.TIMESTAMP, SignatureFormat.Listed.Element.SIGNATURE)
            : List.of(
                SignatureFormat.Listed.Element.SIGNATURE, SignatureFormat.Listed.Element.TIMESTAMP),
        timestampPrefix);
  }

  private static SignatureFormat slots(List<Piece> pieces, String rest) {
    char repeat = rest.endsWith("…") ? separatorBeforeDots(rest) : 0;
    List<String> literals = new ArrayList<>();
    List<SignatureFormat.Slots.Slot> slots = new ArrayList<>();
    TextEncoding encoding = TextEncoding.HEX;
    for (Piece piece : pieces) {
      literals.add(piece.before);
      SignatureFormat.Slots.Slot.What what =
          piece.isTimestamp()
              ? SignatureFormat.Slots.Slot.What.TIMESTAMP
              : piece.isConfigured()
                  ? SignatureFormat.Slots.Slot.What.CONFIGURED
                  : piece.name.equals("any")
                      ? SignatureFormat.Slots.Slot.What.ANY
                      : SignatureFormat.Slots.Slot.What.SIGNATURE;
      if (what == SignatureFormat.Slots.Slot.What.SIGNATURE) {
        encoding = encoding(piece.name);
      }
      slots.add(
          new SignatureFormat.Slots.Slot(what, piece.name.substring(piece.name.indexOf(':') + 1)));
    }
    literals.add(repeat == 0 ? rest : "");
    return new SignatureFormat.Slots(literals, slots, encoding, repeat);
  }

  private static char separatorBeforeDots(String rest) {
    String shape = rest.length() == 3 ? rest.replace(" …", "…") : rest;
    if (shape.length() != 2 || shape.charAt(1) != '…' || SEPARATORS.indexOf(shape.charAt(0)) < 0) {
      throw mistake();
    }
    return shape.charAt(0);
  }

  private static TextEncoding encoding(String name) {
    return switch (name) {
      case "hex" -> TextEncoding.HEX;
      case "base64" -> TextEncoding.BASE64;
      case "base64url" -> TextEncoding.BASE64URL;
      case "base64-of-hex" -> TextEncoding.BASE64_OF_HEX;
      default -> throw mistake();
    };
  }

  private static SpecMistake mistake() {
    return new SpecMistake(
        "a format is written like sha256={hex}, {base64}, t={timestamp},v1={hex} or v1,{base64}");
  }
}
