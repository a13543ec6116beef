package dev.gatehouse.config.yaml;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a scalar as what its key takes. */
abstract sealed class ScalarReading extends Place permits Node {
  ScalarReading(Position position, String path, Content content, Mistakes mistakes) {
    super(position, path, content, mistakes);
  }

  /** Text with something in it. A number without quotes counts as the text it was written as. */
  public Optional<String> text() {
    return text("text");
  }

  /** As {@link #text()}, with other words for what was expected. */
  public Optional<String> text(String expected) {
    return scalar(expected)
        .flatMap(
            scalar -> {
              if (scalar.text().isBlank()) {
                expected(expected, "a blank");
                return Optional.empty();
              }
              if (scalar.plain() && !scalar.referred() && Scalars.isFlag(scalar.text())) {
                expected(expected, "a boolean; put it in quotes if it is meant");
                return Optional.empty();
              }
              return Optional.of(scalar.text());
            });
  }

  /** As {@link #text()}, but a blank is the same as nothing at all. */
  public Optional<String> textOrBlank() {
    return content() instanceof Content.Scalar scalar && scalar.text().isBlank()
        ? Optional.empty()
        : text();
  }

  /** Text that fits a pattern. */
  public Optional<String> matching(Pattern pattern, String expected) {
    return parsed(expected, text -> Optional.of(text).filter(t -> pattern.matcher(t).matches()));
  }

  /** Text that a function makes something of; empty from it means "not what was expected". */
  public <T> Optional<T> parsed(String expected, Function<String, Optional<T>> parser) {
    return text(expected).flatMap(text -> orExpected(parser.apply(text), expected));
  }

  /**
   * Text that a constructor takes or refuses with {@link IllegalArgumentException}. The message of
   * the exception is not shown, for it may repeat the value.
   */
  public <T> Optional<T> made(String expected, Function<String, T> maker) {
    return parsed(
        expected,
        text -> {
          try {
            return Optional.of(maker.apply(text));
          } catch (IllegalArgumentException refused) {
            return Optional.empty();
          }
        });
  }

  /** Text that no mistake repeats, neither in whole nor in part. */
  public Optional<String> secret() {
    return text("a secret");
  }

  public Optional<Integer> integer(int min, int max) {
    return whole(min, max).map(Math::toIntExact);
  }

  public Optional<Long> whole(long min, long max) {
    String expected = "a whole number from " + min + " to " + max;
    return unquoted(expected)
        .flatMap(
            text -> {
              Optional<Long> value = Optional.empty();
              if (Scalars.WHOLE.matcher(text).matches() && text.length() <= 20) {
                try {
                  value = Optional.of(Long.parseLong(text)).filter(n -> n >= min && n <= max);
                } catch (NumberFormatException tooLarge) {
                  value = Optional.empty();
                }
              }
              return orExpected(value, expected);
            });
  }

  /** A number with or without a fraction, such as {@code 0.25}. */
  public Optional<Double> number(double min, double max) {
    String expected = "a number from " + min + " to " + max;
    return unquoted(expected)
        .flatMap(
            text -> {
              Optional<Double> value = Optional.empty();
              if (text.matches("[-+]?[0-9]{1,15}(\\.[0-9]{1,15})?")) {
                value = Optional.of(Double.parseDouble(text)).filter(n -> n >= min && n <= max);
              }
              return orExpected(value, expected);
            });
  }

  /** {@code true} or {@code false}; never {@code yes}, {@code on} or {@code 1}. */
  public Optional<Boolean> flag() {
    return unquoted("true or false")
        .flatMap(
            text ->
                orExpected(
                    Scalars.isFlag(text) ? Optional.of(Scalars.isTrue(text)) : Optional.empty(),
                    "true or false"));
  }

  /** {@code 10s}, {@code 5m}, {@code 72h}, {@code 30d}, {@code 250ms} or ISO-8601; not negative. */
  public Optional<Duration> duration() {
    return parsed(Span.EXPECTED, Span::parse);
  }

  /** As {@link #duration()}, within bounds (both included). */
  public Optional<Duration> duration(Duration min, Duration max) {
    String expected = "a duration from " + Span.write(min) + " to " + Span.write(max);
    return duration()
        .filter(
            span -> {
              boolean within = span.compareTo(min) >= 0 && span.compareTo(max) <= 0;
              if (!within) {
                expected(expected, found());
              }
              return within;
            });
  }

  public Optional<ByteSize> size() {
    return parsed(ByteSize.EXPECTED, ByteSize::parse);
  }

  /** As {@link #size()}, within bounds (both included). */
  public Optional<ByteSize> size(ByteSize min, ByteSize max) {
    return size()
        .filter(
            size -> {
              boolean within = size.bytes() >= min.bytes() && size.bytes() <= max.bytes();
              if (!within) {
                expected("a size from " + min + " to " + max, found());
              }
              return within;
            });
  }

  /** RFC 3339 with an offset, such as {@code 2027-01-31T00:00:00Z}. */
  public Optional<Instant> instant() {
    return parsed(
        "an instant such as 2027-01-31T00:00:00Z",
        text -> {
          try {
            return Optional.of(DateTimeFormatter.ISO_OFFSET_DATE_TIME.parse(text, Instant::from));
          } catch (DateTimeException notOne) {
            return Optional.empty();
          }
        });
  }

  /** One of the constants, written in lower case with underscores. */
  public <E extends Enum<E>> Optional<E> choice(Class<E> type) {
    Map<String, E> names = new LinkedHashMap<>();
    for (E constant : type.getEnumConstants()) {
      names.put(constant.name().toLowerCase(Locale.ROOT), constant);
    }
    return oneOf(names.keySet()).flatMap(name -> Optional.ofNullable(names.get(name)));
  }

  /** One of the given texts. */
  public Optional<String> oneOf(Collection<String> choices) {
    String expected = "one of " + String.join(", ", choices);
    return text(expected)
        .filter(
            text -> {
              boolean known = choices.contains(text);
              if (!known) {
                expected(expected, found() + (isReferred() ? "" : Words.didYouMean(text, choices)));
              }
              return known;
            });
  }

  /** An absolute URL with a host and one of the schemes; no user information, no fragment. */
  public Optional<URI> url(Set<String> schemes) {
    String expected =
        "an absolute URL with " + String.join(" or ", schemes.stream().sorted().toList());
    return parsed(
        expected,
        text -> {
          try {
            URI uri = new URI(text);
            boolean whole =
                uri.getScheme() != null
                    && schemes.contains(uri.getScheme().toLowerCase(Locale.ROOT))
                    && uri.getHost() != null
                    && uri.getUserInfo() == null
                    && uri.getFragment() == null;
            return whole ? Optional.of(uri) : Optional.empty();
          } catch (URISyntaxException notOne) {
            return Optional.empty();
          }
        });
  }

  /** The text of a key; null when it is no plain scalar. */
  @Nullable String keyName() {
    return content() instanceof Content.Scalar scalar && !scalar.referred() ? scalar.text() : null;
  }
}
