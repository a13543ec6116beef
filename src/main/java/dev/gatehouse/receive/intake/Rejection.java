package dev.gatehouse.receive.intake;

import dev.gatehouse.event.EventId;
import dev.gatehouse.event.Headers;
import dev.gatehouse.event.SourceName;
import java.time.Instant;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of a refused request: never its body, a header's value or a signature.
 *
 * @param reason a {@link RejectReason}, or the verifier's own for a signature
 * @param probableCause for operators; names headers of the rule only
 * @param bodySha256 null when the body was not read
 * @param headerNames comma-separated, printable, cut at 2000 characters
 */
record Rejection(
    EventId id,
    SourceName source,
    Instant at,
    String reason,
    @Nullable String probableCause,
    String remote,
    byte @Nullable [] bodySha256,
    @Nullable Integer bodyBytes,
    String headerNames,
    String requestId) {
  private static final int MAX_NAMES = 2000;

  static String names(Headers headers) {
    String names =
        headers.fields().stream()
            .map(field -> field.name().replaceAll("[^!-~]|,", "?"))
            .collect(Collectors.joining(","));
    return names.length() > MAX_NAMES ? names.substring(0, MAX_NAMES) : names;
  }
}
