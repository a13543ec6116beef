package dev.gatehouse.receive.journal;

import dev.gatehouse.event.EventId;
import java.time.Duration;

/** What became of an event that was offered to the journal. */
public sealed interface Receipt {
  /** The commit that holds it has succeeded. */
  record Stored(EventId event) implements Receipt {}

  /**
   * The source has used this event id before.
   *
   * @param first the event that is stored under it
   * @param conflict this copy's bytes differ from the first's; kept as a record, never worked
   */
  record Duplicate(EventId first, boolean conflict) implements Receipt {}

  /**
   * Not known to be stored: the sender has to come again. It may still have been committed, if the
   * connection broke at the wrong moment; the copy that comes then is told apart by its id.
   *
   * @param why for the log; never sent out
   */
  record Unavailable(String why, Duration retryAfter) implements Receipt {}
}
