package dev.gatehouse.deliver.worker;

import dev.gatehouse.deliver.retry.AttemptResult;
import dev.gatehouse.deliver.retry.NextStep;
import dev.gatehouse.event.ErrorCode;
import java.time.Duration;
import java.time.Instant;

/**
 * An attempt that has ended, with what follows from it.
 *
 * @param at when it began
 * @param firstAttemptAt when the first one of its run began
 * @param probe whether the circuit waits for this one
 */
record Attempted(
    Work work,
    AttemptResult result,
    NextStep step,
    Instant at,
    Instant firstAttemptAt,
    Duration latency,
    boolean probe) {

  boolean delivered() {
    return step instanceof NextStep.Done;
  }

  /** The word for it in {@code attempt.result}. */
  String word() {
    return switch (step) {
      case NextStep.Done done -> "delivered";
      case NextStep.TryAfter later -> "retry";
      case NextStep.Hold hold -> "paused";
      case NextStep.Stop stop -> "rejected";
      case NextStep.GiveUp gone ->
          gone.code() == ErrorCode.RETRIES_EXHAUSTED ? "exhausted" : "rejected";
    };
  }

  /** What is to be written down. */
  Entry entry(Line line) {
    return new Entry(line, work, tried(), after(), null);
  }

  private Entry.Try tried() {
    boolean terminal =
        switch (step) {
          case NextStep.Done done -> true;
          case NextStep.GiveUp gone -> true;
          case NextStep.Stop stop -> true;
          case NextStep.TryAfter later -> false;
          case NextStep.Hold hold -> false;
        };
    return new Entry.Try(
        work.number() + 1,
        at,
        word(),
        terminal,
        result instanceof AttemptResult.Answered answered ? answered.status() : null,
        delivered() ? null : result.text(),
        (int) Math.min(latency.toMillis(), Integer.MAX_VALUE));
  }

  private Entry.After after() {
    int attempts = work.attempts() + 1;
    return switch (step) {
      case NextStep.Done done -> new Entry.After.Finished();
      case NextStep.TryAfter later ->
          new Entry.After.Again(later.delay(), attempts, firstAttemptAt, result.text());
      case NextStep.Hold hold ->
          new Entry.After.Again(
              Duration.ZERO, work.attempts(), work.firstAttemptAt(), result.text());
      case NextStep.GiveUp gone ->
          new Entry.After.Dead(gone.code(), gone.message(), attempts, firstAttemptAt);
      case NextStep.Stop stop ->
          new Entry.After.Dead(
              ErrorCode.DESTINATION_REJECTED, stop.reason(), attempts, firstAttemptAt);
    };
  }
}
