package dev.gatehouse.watch.inspect;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An event as the API shows it.
 *
 * @param status one of {@link EventStatus}
 * @param bodySha256 lower-case hex
 * @param duplicates later copies with the same bytes
 * @param conflicts later copies with other bytes
 * @param fault code of what could not be read from it
 * @param deliveries null in lists
 * @param deadLetters ids, oldest first; null in lists
 */
public record EventView(
    UUID id,
    String source,
    @Nullable String eventId,
    @Nullable String type,
    @Nullable String schemaVersion,
    @Nullable Instant occurredAt,
    Instant receivedAt,
    @Nullable String machine,
    @Nullable String key,
    @Nullable Long sequence,
    String status,
    @Nullable Verdict verdict,
    String bodySha256,
    long bodyBytes,
    @Nullable String contentType,
    String matchedSecret,
    long duplicates,
    long conflicts,
    @Nullable String fault,
    @Nullable String faultDetail,
    List<String> unsignedFields,
    String requestId,
    long configRevision,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<Delivery> deliveries,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<UUID> deadLetters) {

  /**
   * The latest verdict.
   *
   * @param run 0 for the first folding, then one more for each re-run
   */
  public record Verdict(
      String outcome,
      @Nullable String from,
      @Nullable String to,
      @Nullable String reason,
      Instant at,
      int run) {}

  /**
   * The event on its way to one destination.
   *
   * @param status {@code pending} before the first attempt, {@code retrying}, {@code behind}
   *     another one of its entity, {@code delivered}, {@code dead}
   * @param lastResult of the latest attempt
   */
  public record Delivery(
      UUID id,
      String destination,
      String status,
      int attempts,
      @Nullable Instant nextAttemptAt,
      @Nullable String lastResult) {}

  EventView with(List<Delivery> all, List<UUID> letters) {
    return new EventView(
        id,
        source,
        eventId,
        type,
        schemaVersion,
        occurredAt,
        receivedAt,
        machine,
        key,
        sequence,
        status,
        verdict,
        bodySha256,
        bodyBytes,
        contentType,
        matchedSecret,
        duplicates,
        conflicts,
        fault,
        faultDetail,
        unsignedFields,
        requestId,
        configRevision,
        all,
        letters);
  }
}
