package dev.gatehouse.receive.extract;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How a provider writes when something happened. Times from 1970 to the year 9999; the unit is
 * never guessed: milliseconds under a rule of seconds are refused, not taken for the year 55000.
 */
public enum TimeFormat {
  /** RFC 3339 text, or a number of Unix seconds. */
  AUTO,
  RFC3339,
  /** Seconds, perhaps with a fraction of up to nine digits. */
  UNIX_S,
  UNIX_MS;

  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,12}(\\.[0-9]{1,9})?");
  private static final Pattern MILLIS = Pattern.compile("[0-9]{1,15}");
  private static final Instant END = Instant.parse("9999-12-31T23:59:59.999999999Z");
  private static final int MAX_TEXT = 64;

  /** Reads {@code auto}, {@code rfc3339}, {@code unix_s} or {@code unix_ms}. */
  public static Optional<TimeFormat> parse(String name) {
    for (TimeFormat format : values()) {
      if (format.name().toLowerCase(Locale.ROOT).equals(name)) {
        return Optional.of(format);
      }
    }
    return Optional.empty();
  }

  /** Empty when the text is no time of this format in the range. */
  Optional<Instant> read(String text) {
    if (text.length() > MAX_TEXT) {
      return Optional.empty();
    }
    Optional<Instant> at =
        switch (this) {
          case UNIX_S -> seconds(text);
          case UNIX_MS -> millis(text);
          case RFC3339 -> date(text);
          case AUTO -> text.indexOf('-') == 4 ? date(text) : seconds(text);
        };
    return at.filter(instant -> !instant.isBefore(Instant.EPOCH) && !instant.isAfter(END));
  }

  private static Optional<Instant> seconds(String text) {
    if (!SECONDS.matcher(text).matches()) {
      return Optional.empty();
    }
    int point = text.indexOf('.');
    if (point < 0) {
      return Optional.of(Instant.ofEpochSecond(Long.parseLong(text)));
    }
    String nanos = (text.substring(point + 1) + "000000000").substring(0, 9);
    return Optional.of(
        Instant.ofEpochSecond(Long.parseLong(text.substring(0, point)), Long.parseLong(nanos)));
  }

  private static Optional<Instant> millis(String text) {
    return MILLIS.matcher(text).matches()
        ? Optional.of(Instant.ofEpochMilli(Long.parseLong(text)))
        : Optional.empty();
  }

  private static Optional<Instant> date(String text) {
    try {
      Instant usual = UtcText.parse(text);
      return Optional.of(usual != null ? usual : OffsetDateTime.parse(text).toInstant());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
