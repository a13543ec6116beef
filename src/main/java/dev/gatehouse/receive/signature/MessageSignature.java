package dev.gatehouse.receive.signature;

import dev.gatehouse.receive.signature.key.Base64Text;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One signature of a message as its headers describe it.
 *
 * @param parts what was signed, in order, in lower case
 * @param params what was said of it: numbers and texts by their names
 * @param input RFC 9421: the list of parts with its parameters as written; empty in the draft
 */
record MessageSignature(
    List<String> parts, Map<String, String> params, String input, byte[] signature) {
  private static final int MOST_LABELS = 8;
  private static final int MOST_PARTS = 64;

  MessageSignature {
    parts = List.copyOf(parts);
    params = Map.copyOf(params);
  }

  @Nullable String keyId() {
    return params.get("keyid");
  }

  /** Reads the parameters of the draft; empty when they are not well formed. */
  static Optional<MessageSignature> cavage(String text) {
    Map<String, String> params = new LinkedHashMap<>();
    Reader reader = new Reader(text);
    do {
      reader.blanks();
      String name = reader.key().toLowerCase(Locale.ROOT);
      if (!reader.take('=') || name.isEmpty()) {
        return Optional.empty();
      }
      String value = reader.peek() == '"' ? reader.quoted() : reader.number();
      if (value == null || params.put(name, value) != null) {
        return Optional.empty();
      }
      reader.blanks();
    } while (reader.take(','));
    String headers = params.getOrDefault("headers", "date");
    List<String> parts = List.of(headers.toLowerCase(Locale.ROOT).split(" ", MOST_PARTS));
    boolean sound =
        reader.atEnd()
            && params.containsKey("keyid")
            && new HashSet<>(parts).size() == parts.size();
    return sound
        ? Base64Text.standard(params.getOrDefault("signature", ""))
            .filter(bytes -> bytes.length > 0)
            .map(bytes -> new MessageSignature(parts, params, "", bytes))
        : Optional.empty();
  }

  /** Reads the two dictionaries of RFC 9421; empty when they are not well formed. */
  static Optional<List<MessageSignature>> rfc9421(String inputs, String signatures) {
    Map<String, byte[]> bytes = new LinkedHashMap<>();
    Reader reader = new Reader(signatures);
    do {
      reader.blanks();
      String label = reader.key();
      byte[] value = reader.take('=') ? reader.bytes() : null;
      if (value == null || label.isEmpty() || bytes.put(label, value) != null) {
        return Optional.empty();
      }
      reader.blanks();
    } while (reader.take(','));
    List<MessageSignature> found = new ArrayList<>();
    Set<String> labels = new HashSet<>();
    Reader input = new Reader(inputs);
    do {
      input.blanks();
      String label = input.key();
      if (!input.take('=') || label.isEmpty() || !labels.add(label)) {
        return Optional.empty();
      }
      Optional<MessageSignature> one = input.innerList(bytes.get(label));
      if (one.isEmpty()) {
        return Optional.empty();
      }
      one.filter(each -> each.signature.length > 0).ifPresent(found::add);
      input.blanks();
    } while (input.take(','));
    boolean sound = reader.atEnd() && input.atEnd() && labels.size() <= MOST_LABELS;
    return sound ? Optional.of(List.copyOf(found)) : Optional.empty();
  }

  /** Reads from left to right; what does not fit leaves it where it is. */
  private static final class Reader {
    private final String text;
    private int at;

    Reader(String text) {
      this.text = text;
    }

    boolean atEnd() {
      return at == text.length();
    }

    char peek() {
      return atEnd() ? 0 : text.charAt(at);
    }

    boolean take(char wanted) {
      if (peek() != wanted || atEnd()) {
        return false;
      }
      at++;
      return true;
    }

    void blanks() {
      while (peek() == ' ' || peek() == '\t') {
        at++;
      }
    }

    String key() {
      int from = at;
      while (!atEnd() && (isKey(peek()))) {
        at++;
      }
      return text.substring(from, at);
    }

    private static boolean isKey(char c) {
      return c >= 'a' && c <= 'z'
          || c >= 'A' && c <= 'Z'
          || c >= '0' && c <= '9'
          || c == '_'
          || c == '-'
          || c == '.'
          || c == '*';
    }

    /** Without its quotes; null when it does not end. Backslashes stand for themselves nowhere. */
    @Nullable String quoted() {
      if (!take('"')) {
        return null;
      }
      int end = text.indexOf('"', at);
      if (end < 0 || text.substring(at, end).indexOf('\\') >= 0) {
        return null;
      }
      String value = text.substring(at, end);
      at = end + 1;
      return value;
    }

    @Nullable String number() {
      int from = at;
      while (peek() >= '0' && peek() <= '9') {
        at++;
      }
      return at > from && at - from <= 15 ? text.substring(from, at) : null;
    }

    byte @Nullable [] bytes() {
      int end = take(':') ? text.indexOf(':', at) : -1;
      if (end < 0) {
        return null;
      }
      Optional<byte[]> value = Base64Text.standard(text.substring(at, end));
      at = end + 1;
      return value.filter(bytes -> bytes.length > 0).orElse(null);
    }

    /** {@code ("@method" "content-digest");created=1;keyid="k"}. */
    Optional<MessageSignature> innerList(byte @Nullable [] signature) {
      int from = at;
      if (!take('(')) {
        return Optional.empty();
      }
      List<String> parts = new ArrayList<>();
      while (peek() == '"' && parts.size() < MOST_PARTS) {
        String part = quoted();
        // A part with parameters of its own ends here: we know none.
        if (part == null || peek() != ' ' && peek() != ')') {
          return Optional.empty();
        }
        parts.add(part);
        if (peek() == ' ') {
          at++;
        }
      }
      if (!take(')') || new HashSet<>(parts).size() != parts.size()) {
        return Optional.empty();
      }
      Map<String, String> params = new LinkedHashMap<>();
      while (take(';')) {
        String name = key();
        String value = !take('=') ? null : peek() == '"' ? quoted() : number();
        if (value == null || name.isEmpty() || params.put(name, value) != null) {
          return Optional.empty();
        }
      }
      return Optional.of(
          new MessageSignature(
              parts,
              params,
              text.substring(from, at),
              signature == null ? new byte[0] : signature));
    }
  }
}
