package dev.gatehouse.receive.signature;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.Function;

/** How the time of signing is written. The unit is part of the rule, never guessed. */
public enum TimestampForm {
  UNIX_S,
  UNIX_MS,
  RFC3339,
  /** As RFC 3339, without a zone: it is UTC. */
  ISO_UTC,
  /** {@code Sun, 06 Nov 1994 08:49:37 GMT}, the date of HTTP. */
  RFC1123;

  /** Enough for milliseconds until the year 33658, and far from an overflow. */
  private static final int MAX_DIGITS = 15;

  private static final int MAX_TEXT = 40;

  /** Empty for anything but ASCII digits (or an RFC 3339 date) of a sane length. */
  public Optional<Instant> parse(String text) {
    return switch (this) {
      case UNIX_S -> digits(text).map(Instant::ofEpochSecond);
      case UNIX_MS -> digits(text).map(Instant::ofEpochMilli);
      case RFC3339 -> date(text, shape -> OffsetDateTime.parse(shape).toInstant());
      case ISO_UTC -> date(text, shape -> LocalDateTime.parse(shape).toInstant(ZoneOffset.UTC));
      case RFC1123 ->
          date(
              text,
              shape ->
                  ZonedDateTime.parse(shape, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant());
    };
  }

  /** The text a provider would send. */
  public String format(Instant at) {
    return switch (this) {
      case UNIX_S -> Long.toString(at.getEpochSecond());
      case UNIX_MS -> Long.toString(at.toEpochMilli());
      case RFC3339 -> DateTimeFormatter.ISO_INSTANT.format(at);
      case ISO_UTC -> LocalDateTime.ofInstant(at, ZoneOffset.UTC).toString();
      case RFC1123 -> DateTimeFormatter.RFC_1123_DATE_TIME.format(at.atZone(ZoneOffset.UTC));
    };
  }

  /** In the unit of this form, so that "exactly now" can be met at all. */
  Instant present(Instant now) {
    return switch (this) {
      case UNIX_S, RFC1123 -> now.truncatedTo(ChronoUnit.SECONDS);
      case UNIX_MS, RFC3339, ISO_UTC -> now.truncatedTo(ChronoUnit.MILLIS);
    };
  }

  private static Optional<Long> digits(String text) {
    if (text.isEmpty() || text.length() > MAX_DIGITS) {
      return Optional.empty();
    }
    long value = 0;
    for (int i = 0; i < text.length(); i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return Optional.empty();
      }
      value = value * 10 + digit;
    }
    return Optional.of(value);
  }

  private static Optional<Instant> date(String text, Function<String, Instant> parser) {
    if (text.length() > MAX_TEXT) {
      return Optional.empty();
    }
    try {
      return Optional.of(parser.apply(text));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
