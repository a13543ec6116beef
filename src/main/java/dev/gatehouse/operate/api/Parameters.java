package dev.gatehouse.operate.api;

import dev.gatehouse.watch.inspect.Page;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The query of a request. What a route does not know, and what stands twice, is a mistake. */
final class Parameters {
  private static final int DEFAULT_LIMIT = 50;
  private static final int MAX_TEXT = 300;
  private static final Instant EARLIEST = Instant.EPOCH;
  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

  private final Map<String, String> values;

  private Parameters(Map<String, String> values) {
    this.values = values;
  }

  /**
   * @throws Problem 400 for broken escapes, unknown names, repeats and characters no column holds
   */
  static Parameters read(@Nullable String query, Set<String> known) {
    Map<String, String> values = new LinkedHashMap<>();
    if (query != null && !query.isEmpty()) {
      for (String pair : query.split("&", -1)) {
        if (!pair.isEmpty()) {
          add(values, pair, known);
        }
      }
    }
    return new Parameters(values);
  }

  private static void add(Map<String, String> values, String pair, Set<String> known) {
    int equals = pair.indexOf('=');
    String name = decode(equals < 0 ? pair : pair.substring(0, equals));
    String value = equals < 0 ? "" : decode(pair.substring(equals + 1));
    if (!known.contains(name)) {
      throw Problem.field(
          "query", "the query has a parameter that is not known here; known are " + sorted(known));
    }
    if (values.putIfAbsent(name, value) != null) {
      throw Problem.field(name, "stands more than once");
    }
    Texts.check(name, value, MAX_TEXT);
  }

  private static String sorted(Set<String> known) {
    return known.isEmpty() ? "none" : String.join(", ", known.stream().sorted().toList());
  }

  private static String decode(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw Problem.field("query", "has a broken percent escape");
    }
  }

  /** Null when it is absent or empty. */
  @Nullable String text(String name) {
    String value = values.get(name);
    return value == null || value.isEmpty() ? null : value;
  }

  /**
   * @param parse empty for a value that is none
   * @param expected what to say then
   */
  <T> @Nullable T value(String name, Function<String, Optional<T>> parse, String expected) {
    String text = text(name);
    return text == null ? null : parse.apply(text).orElseThrow(() -> Problem.field(name, expected));
  }

  @Nullable UUID uuid(String name) {
    return value(name, Texts::uuid, "is a UUID");
  }

  /** RFC 3339, with any offset, within four-digit years. */
  @Nullable Instant instant(String name) {
    return value(name, Parameters::parseInstant, "is an instant such as 2026-11-30T12:00:00Z");
  }

  static Optional<Instant> parseInstant(String text) {
    try {
      Instant at = OffsetDateTime.parse(text).toInstant();
      return at.isBefore(EARLIEST) || at.isAfter(LATEST) ? Optional.empty() : Optional.of(at);
    } catch (DateTimeException | ArithmeticException e) {
      return Optional.empty();
    }
  }

  /** Rows of a page. */
  int limit() {
    Integer limit =
        value(
            "limit",
            text ->
                text.matches("[1-9]\\d{0,2}")
                    ? Optional.of(Integer.valueOf(text)).filter(n -> n <= Page.MAX_LIMIT)
                    : Optional.empty(),
            "is a whole number from 1 to " + Page.MAX_LIMIT);
    return limit == null ? DEFAULT_LIMIT : limit;
  }

  /** The cursor of a list that is ordered by id. */
  @Nullable UUID after() {
    return value("after", Texts::uuid, "is what an earlier page gave as next");
  }
}
