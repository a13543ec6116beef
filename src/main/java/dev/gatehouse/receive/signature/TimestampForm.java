package dev.gatehouse.receive.signature;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/** How the time of signing is written. The unit is part of the rule, never guessed. */
public enum TimestampForm {
  UNIX_S,
  UNIX_MS,
  RFC3339;

  /** Enough for milliseconds until the year 33658, and far from an overflow. */
  private static final int MAX_DIGITS = 15;

  private static final int MAX_TEXT = 40;

  /** Empty for anything but ASCII digits (or an RFC 3339 date) of a sane length. */
  public Optional<Instant> parse(String text) {
    return switch (this) {
      case UNIX_S -> digits(text).map(Instant::ofEpochSecond);
      case UNIX_MS -> digits(text).map(Instant::ofEpochMilli);
      case RFC3339 -> date(text);
    };
  }

  /** The text a provider would send. */
  public String format(Instant at) {
    return switch (this) {
      case UNIX_S -> Long.toString(at.getEpochSecond());
      case UNIX_MS -> Long.toString(at.toEpochMilli());
      case RFC3339 -> DateTimeFormatter.ISO_INSTANT.format(at);
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

  private static Optional<Instant> date(String text) {
    if (text.length() > MAX_TEXT) {
      return Optional.empty();
    }
    try {
      return Optional.of(OffsetDateTime.parse(text).toInstant());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
