package dev.gatehouse.receive.extract;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The name in {@code form-data; name="json"; filename="a.pdf"} (RFC 7578, section 4.2). Read
 * parameter by parameter, since a file may be called {@code x; name="json"}.
 */
final class Disposition {
  private static final String FORM_DATA = "form-data";

  private final String text;
  private int at;

  private Disposition(String text, int at) {
    this.text = text;
    this.at = at;
  }

  /** Empty when it is no form-data, or has no name or two. */
  static Optional<String> name(String value) {
    if (!value.regionMatches(true, 0, FORM_DATA, 0, FORM_DATA.length())) {
      return Optional.empty();
    }
    Disposition reading = new Disposition(value, FORM_DATA.length());
    String name = null;
    while (reading.skipTo(';')) {
      String key = reading.until("=;").strip();
      if (!reading.skipTo('=')) {
        return Optional.empty();
      }
      String read = reading.value();
      if (read == null || key.equalsIgnoreCase("name") && name != null) {
        return Optional.empty();
      }
      name = key.equalsIgnoreCase("name") ? read : name;
    }
    return reading.at == value.length() ? Optional.ofNullable(name) : Optional.empty();
  }

  /** Passes over blanks and the character; false when another one stands there, or none. */
  private boolean skipTo(char wanted) {
    while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
      at++;
    }
    boolean there = at < text.length() && text.charAt(at) == wanted;
    at += there ? 1 : 0;
    return there;
  }

  /** A token or a quoted text, in which a backslash frees the next character; null: not closed. */
  private @Nullable String value() {
    if (!skipTo('"')) {
      return until(";").strip();
    }
    StringBuilder value = new StringBuilder();
    for (; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == '"') {
        at++;
        return value.toString();
      }
      boolean freed =
          c == '\\' && at + 1 < text.length() && "\\\"".indexOf(text.charAt(at + 1)) >= 0;
      value.append(freed ? text.charAt(++at) : c);
    }
    return null;
  }

  private String until(String stops) {
    int from = at;
    while (at < text.length() && stops.indexOf(text.charAt(at)) < 0) {
      at++;
    }
    return text.substring(from, at);
  }
}
