package dev.gatehouse.receive.signature;

import dev.gatehouse.event.RawBody;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names with values, in the order they were sent: a query, an urlencoded form, a multipart form.
 */
final class Params {
  /** More than any provider sends; bounds sorting. */
  static final int MAX = 1_000;

  private static final Pattern BOUNDARY =
      Pattern.compile(
          "boundary=(?:\"([^\"]{1,70})\"|([^\\s;\",]{1,70}))", Pattern.CASE_INSENSITIVE);
  private static final Pattern NAME =
      Pattern.compile("[;\\s]name=\"([^\"\\r\\n]{0,200})\"", Pattern.CASE_INSENSITIVE);

  record Param(String name, String value) implements Comparable<Param> {
    @Override
    public int compareTo(Param other) {
      int names = name.compareTo(other.name);
      return names == 0 ? value.compareTo(other.value) : names;
    }
  }

  private Params() {}

  /** Empty when an escape is broken or there are too many. */
  static Optional<List<Param>> urlencoded(String text) {
    List<Param> params = new ArrayList<>();
    for (int start = 0; start < text.length(); ) {
      int end = text.indexOf('&', start);
      end = end < 0 ? text.length() : end;
      int equals = text.indexOf('=', start);
      equals = equals < 0 || equals > end ? end : equals;
      Optional<String> name = unescaped(text, start, equals);
      Optional<String> value = unescaped(text, Math.min(equals + 1, end), end);
      if (name.isEmpty() || value.isEmpty() || params.size() == MAX) {
        return Optional.empty();
      }
      if (end > start) {
        params.add(new Param(name.get(), value.get()));
      }
      start = end + 1;
    }
    return Optional.of(params);
  }

  private static Optional<String> unescaped(String text, int from, int to) {
    byte[] bytes = new byte[to - from];
    int length = 0;
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      if (c == '%') {
        int high = digit(text, i + 1, to);
        int low = digit(text, i + 2, to);
        if (high < 0 || low < 0) {
          return Optional.empty();
        }
        bytes[length++] = (byte) (high << 4 | low);
        i += 2;
      } else {
        bytes[length++] = (byte) (c == '+' ? ' ' : c);
      }
    }
    return Optional.of(new String(bytes, 0, length, StandardCharsets.UTF_8));
  }

  private static int digit(String text, int at, int to) {
    return at < to && text.charAt(at) < 128 ? Character.digit(text.charAt(at), 16) : -1;
  }

  /** The form of a body; empty for a body of another kind, but no fields for an empty one. */
  static Optional<List<Param>> form(RawBody body, String contentType) {
    // ISO-8859-1 keeps every byte as one character, so nothing is lost on the way.
    String text = new String(body.bytes(), StandardCharsets.ISO_8859_1);
    String type = contentType.toLowerCase(Locale.ROOT).strip();
    if (text.isEmpty()) {
      return Optional.of(List.of());
    }
    if (type.startsWith("application/x-www-form-urlencoded")) {
      return urlencoded(text);
    }
    Matcher boundary = BOUNDARY.matcher(contentType);
    if (!type.startsWith("multipart/form-data") || !boundary.find()) {
      return Optional.empty();
    }
    return multipart(
        text, "--" + (boundary.group(1) == null ? boundary.group(2) : boundary.group(1)));
  }

  private static Optional<List<Param>> multipart(String text, String delimiter) {
    List<Param> params = new ArrayList<>();
    int at = text.indexOf(delimiter);
    while (at >= 0 && params.size() < MAX) {
      int head = at + delimiter.length();
      int next = text.indexOf("\r\n" + delimiter, head);
      int blank = text.indexOf("\r\n\r\n", head);
      if (next < 0 || blank < 0 || blank > next) {
        return Optional.of(params);
      }
      Matcher name = NAME.matcher(text.substring(head, blank));
      if (name.find()) {
        int start = Math.min(blank + 4, next);
        params.add(new Param(utf8(name.group(1)), utf8(text.substring(start, next))));
      }
      at = next + 2;
    }
    return params.size() < MAX ? Optional.of(params) : Optional.empty();
  }

  private static String utf8(String latin) {
    return new String(latin.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }
}
