package dev.gatehouse.deliver.retry;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads {@code Retry-After}: whole seconds, or a date in one of the three forms of HTTP.
 *
 * <p>Source: RFC 9110, sections 10.2.3 and 5.6.7, including the rule that a two-digit year more
 * than fifty years ahead means the last century.
 */
final class RetryAfter {
  private static final Pattern SECONDS = Pattern.compile("[0-9]+");
  private static final int LONGEST_EXACT = 18;

  private static final List<DateTimeFormatter> DATES =
      List.of(
          DateTimeFormatter.ofPattern("EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.US),
          DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss uuuu", Locale.US));

  private RetryAfter() {}

  /**
   * How long to wait at least, never negative; empty for what is absent, unreadable, negative or in
   * the past. May be very long: the caller clips it.
   */
  static Optional<Duration> parse(String value, Instant now) {
    String text = value.strip();
    if (SECONDS.matcher(text).matches()) {
      String digits = text.replaceFirst("^0+(?=.)", "");
      return Optional.of(
          Duration.ofSeconds(
              digits.length() > LONGEST_EXACT ? Long.MAX_VALUE : Long.parseLong(digits)));
    }
    return date(text, now).map(at -> Duration.between(now, at)).filter(wait -> wait.isPositive());
  }

  private static Optional<Instant> date(String text, Instant now) {
    for (DateTimeFormatter form : DATES) {
      Optional<Instant> at = date(text, form);
      if (at.isPresent()) {
        return at;
      }
    }
    return date(text, twoDigitYear(now));
  }

  private static Optional<Instant> date(String text, DateTimeFormatter form) {
    try {
      return Optional.of(LocalDateTime.parse(text, form).toInstant(ZoneOffset.UTC));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  private static DateTimeFormatter twoDigitYear(Instant now) {
    int earliest = now.atOffset(ZoneOffset.UTC).getYear() - 49;
    return new DateTimeFormatterBuilder()
        .appendPattern("EEEE, dd-MMM-")
        .appendValueReduced(ChronoField.YEAR, 2, 2, earliest)
        .appendPattern(" HH:mm:ss 'GMT'")
        .toFormatter(Locale.US);
  }
}
