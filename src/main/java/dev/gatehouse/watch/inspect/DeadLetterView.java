package dev.gatehouse.watch.inspect;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A dead letter as the API shows it.
 *
 * @param group the fingerprint of its kind of trouble
 * @param version give it back with a change, to change only what was seen
 * @param changes what people did with it, oldest first; null in lists
 */
public record DeadLetterView(
    UUID id,
    UUID event,
    @Nullable UUID delivery,
    String source,
    @Nullable String type,
    @Nullable String schemaVersion,
    @Nullable String machine,
    @Nullable String key,
    @Nullable String destination,
    String stage,
    String code,
    String category,
    String message,
    @Nullable String transition,
    int attempts,
    @Nullable String traceId,
    Instant receivedAt,
    @Nullable Instant firstAttemptAt,
    @Nullable Instant lastAttemptAt,
    Instant createdAt,
    Instant updatedAt,
    String status,
    @Nullable String owner,
    String group,
    int replayCycles,
    boolean recurring,
    Instant expiresAt,
    String softwareVersion,
    long configRevision,
    List<String> completedSteps,
    long version,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<Change> changes) {

  /** Who set what from what to what, and why. */
  public record Change(
      Instant at,
      String actor,
      String field,
      @Nullable String before,
      @Nullable String after,
      @Nullable String note) {}

  /**
   * Dead letters of one kind of trouble.
   *
   * @param count all of them that match the question
   * @param open those still waiting for somebody
   * @param example the first of them
   */
  public record Group(
      String group,
      long count,
      long open,
      String code,
      String category,
      String stage,
      String source,
      @Nullable String type,
      @Nullable String destination,
      String message,
      UUID example,
      Instant firstAt,
      Instant lastAt) {}
}
