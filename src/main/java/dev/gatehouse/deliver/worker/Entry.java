package dev.gatehouse.deliver.worker;

import dev.gatehouse.event.EntityRef;
import dev.gatehouse.event.ErrorCode;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something to be written down about a delivery.
 *
 * @param line whose delivery it is; null when its destination is no longer configured
 * @param tried the attempt, where one was made
 * @param touches the entity whose order depends on this being written; null when none does
 */
record Entry(
    @Nullable Line line, Work work, @Nullable Try tried, After after, @Nullable EntityRef touches) {

  /**
   * A row of {@code attempt}.
   *
   * @param result a word the table knows
   * @param terminal no further attempt follows in this run
   */
  record Try(
      int number,
      Instant at,
      String result,
      boolean terminal,
      @Nullable Integer status,
      @Nullable String error,
      int latencyMs) {}

  /** What becomes of the delivery. */
  sealed interface After {
    /** Delivered. */
    record Finished() implements After {}

    /** Tried again after {@code delay}, counted by the database's clock from the writing. */
    record Again(Duration delay, int attempts, @Nullable Instant firstAttemptAt, String last)
        implements After {}

    /** Given up. */
    record Dead(ErrorCode code, String message, int attempts, @Nullable Instant firstAttemptAt)
        implements After {}

    /** Not tried: waits behind an earlier one of its entity. */
    record Behind() implements After {}
  }

  /** One that waits behind an earlier one. */
  static Entry behind(Line line, Work work) {
    return new Entry(line, work, null, new After.Behind(), work.turn());
  }

  /** The same, with its entity's order depending on it. */
  Entry touching(@Nullable EntityRef entity) {
    return new Entry(line, work, tried, after, entity);
  }
}
