package dev.gatehouse.receive.journal;

import java.time.Duration;

/**
 * How much the journal takes on and how long a sender may wait for it.
 *
 * @param writers threads that write batches, each with a connection of its own while it writes
 * @param maxQueuedEvents events that may wait; more are Unavailable at once
 * @param maxQueuedBytes body bytes that may wait
 * @param maxBatchRows rows of one statement
 * @param maxBatchBytes body bytes of one statement; a batch holds at least one event
 * @param queueWait how long an event may wait for a writer; older ones are Unavailable, unwritten
 * @param ackWithin how long after it was offered an event is answered at the latest
 * @param retryAfter what Unavailable tells the sender
 */
public record JournalSettings(
    int writers,
    int maxQueuedEvents,
    long maxQueuedBytes,
    int maxBatchRows,
    long maxBatchBytes,
    Duration queueWait,
    Duration ackWithin,
    Duration retryAfter) {

  /** For 1 KB events and a database near by. */
  public static final JournalSettings DEFAULTS =
      new JournalSettings(
          2,
          10_000,
          64L << 20,
          1_000,
          8L << 20,
          Duration.ofSeconds(1),
          Duration.ofSeconds(5),
          Duration.ofSeconds(5));

  public JournalSettings {
    if (writers < 1 || maxQueuedEvents < 1 || maxQueuedBytes < 1) {
      throw new IllegalArgumentException("the journal needs a writer and room in its queue");
    }
    if (maxBatchRows < 1 || maxBatchBytes < 1) {
      throw new IllegalArgumentException("a batch takes at least one row and one byte");
    }
    if (!queueWait.isPositive() || !ackWithin.isPositive() || retryAfter.toSeconds() < 1) {
      throw new IllegalArgumentException("waits are positive, retryAfter is a second or more");
    }
  }

  /** The same with another number of writers. */
  public JournalSettings withWriters(int count) {
    return new JournalSettings(
        count,
        maxQueuedEvents,
        maxQueuedBytes,
        maxBatchRows,
        maxBatchBytes,
        queueWait,
        ackWithin,
        retryAfter);
  }
}
