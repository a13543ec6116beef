package dev.gatehouse.config.yaml;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as the file writes them: {@code 250ms}, {@code 10s}, {@code 5m}, {@code 72h}, {@code
 * 30d}, ISO-8601.
 */
public final class Span {
  /** What to say when a text is not one. */
  static final String EXPECTED = "a duration such as 10s, 5m, 72h or PT1H30M";

  private static final Pattern SHAPE = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

  private Span() {}

  /** Empty for anything else, and for a negative duration. */
  static Optional<Duration> parse(String text) {
    Matcher matcher = SHAPE.matcher(text);
    if (matcher.matches()) {
      long number = Long.parseLong(matcher.group(1));
      return Optional.of(
          switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            default -> Duration.ofDays(number);
          });
    }
    try {
      return text.startsWith("P")
          ? Optional.of(Duration.parse(text)).filter(span -> !span.isNegative())
          : Optional.empty();
    } catch (DateTimeException | ArithmeticException notOne) {
      return Optional.empty();
    }
  }

  /** The shortest way to write a duration; {@link #parse} reads it back. */
  public static String write(Duration span) {
    if (span.isZero()) {
      return "0s";
    }
    if (span.getNano() % 1_000_000 != 0) {
      return span.toString();
    }
    long millis = span.toMillis();
    if (millis % 1000 != 0) {
      return millis + "ms";
    }
    long seconds = millis / 1000;
    return seconds % 3600 == 0
        ? seconds / 3600 + "h"
        : seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
  }
}
