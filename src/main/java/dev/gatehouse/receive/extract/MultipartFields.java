package dev.gatehouse.receive.extract;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Takes {@code multipart/form-data} (RFC 7578) apart, strictly and within bounds: every part has a
 * name, the last one ends, and nothing is re-coded. What stands before the first and after the last
 * boundary does not count (RFC 2046, section 5.1.1).
 */
final class MultipartFields {
  static final int MAX_PARTS = 1_000;
  private static final int MAX_PART_HEAD = 8 << 10;

  private static final Pattern BOUNDARY =
      Pattern.compile(
          ";\\s*boundary=(?:\"([^\"]{1,70})\"|([^\\s;\",]{1,70}))\\s*(?:;.*)?$",
          Pattern.CASE_INSENSITIVE);
  private final byte[] body;
  private final byte[] delimiter;
  private final List<FormFields.Field> fields = new ArrayList<>();

  private MultipartFields(byte[] body, String boundary) {
    this.body = body;
    this.delimiter = ("--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Empty when it is none, is cut off, or has more than {@link #MAX_PARTS} parts. */
  static Optional<FormFields> parse(byte[] body, String contentType) {
    if (!MediaType.of(contentType).equals("multipart/form-data")) {
      return Optional.empty();
    }
    Matcher boundary = BOUNDARY.matcher(contentType);
    if (!boundary.find()) {
      return Optional.empty();
    }
    String text = boundary.group(1) == null ? boundary.group(2) : boundary.group(1);
    MultipartFields parsing = new MultipartFields(body, text);
    return parsing.parse() ? Optional.of(new FormFields(parsing.fields)) : Optional.empty();
  }

  private boolean parse() {
    int at = delimiterFrom(0);
    while (at >= 0 && fields.size() <= MAX_PARTS) {
      int after = at + delimiter.length;
      if (startsWith(after, "--")) {
        return true;
      }
      int head = skipBlanks(after);
      if (!startsWith(head, "\r\n")) {
        return false;
      }
      int next = delimiterFrom(head);
      if (next < 0 || !part(head + 2, next - 2)) {
        return false;
      }
      at = next;
    }
    return false;
  }

  /** A part from its first header line to where the line end before the next boundary begins. */
  private boolean part(int from, int to) {
    int headEnd = -1;
    for (int i = from - 2; i <= Math.min(to - 2, from + MAX_PART_HEAD); i++) {
      if (startsWith(i, "\r\n\r\n")) {
        headEnd = i;
        break;
      }
    }
    if (headEnd < 0) {
      return false;
    }
    String head =
        headEnd < from ? "" : new String(body, from, headEnd - from, StandardCharsets.UTF_8);
    byte[] name = name(head);
    int start = headEnd + 4;
    if (name == null || start > to) {
      return false;
    }
    fields.add(new FormFields.Field(name, Arrays.copyOfRange(body, start, to)));
    return true;
  }

  private static byte @Nullable [] name(String head) {
    byte[] name = null;
    for (String line : head.split("\r\n", -1)) {
      int colon = line.indexOf(':');
      String key = colon < 0 ? "" : line.substring(0, colon).toLowerCase(Locale.ROOT);
      String value = line.substring(colon + 1).strip();
      if (key.equals("content-disposition")) {
        String found = Disposition.name(value).orElse(null);
        if (name != null || found == null) {
          return null;
        }
        name = found.getBytes(StandardCharsets.UTF_8);
      } else if (key.equals("content-transfer-encoding")
          && !value.matches("(?i)7bit|8bit|binary")) {
        return null;
      }
    }
    return name;
  }

  /** The next boundary at the beginning of a line; -1 when there is none. */
  private int delimiterFrom(int from) {
    for (int i = from; i <= body.length - delimiter.length; i++) {
      if (body[i] == '-'
          && (i == 0 || i >= 2 && body[i - 1] == '\n' && body[i - 2] == '\r')
          && Arrays.equals(body, i, i + delimiter.length, delimiter, 0, delimiter.length)) {
        return i;
      }
    }
    return -1;
  }

  private int skipBlanks(int from) {
    int at = from;
    while (at < body.length && (body[at] == ' ' || body[at] == '\t')) {
      at++;
    }
    return at;
  }

  private boolean startsWith(int at, String text) {
    if (at < 0 || at + text.length() > body.length) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      if (body[at + i] != text.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
