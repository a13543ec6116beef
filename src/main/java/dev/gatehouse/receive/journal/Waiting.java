package dev.gatehouse.receive.journal;

import dev.gatehouse.event.InboundEvent;
import java.util.concurrent.CompletableFuture;

/**
 * An event on its way to a commit, and the promise made to whoever offered it.
 *
 * @param since {@link System#nanoTime} when it was offered
 */
record Waiting(InboundEvent event, CompletableFuture<Receipt> answer, long since) {
  Waiting(InboundEvent event) {
    this(event, new CompletableFuture<>(), System.nanoTime());
  }

  /** Body bytes, plus what an event costs besides. */
  int weight() {
    return event.body().length() + 512;
  }

  /** The same promise for another form of the event. */
  Waiting as(InboundEvent other) {
    return new Waiting(other, answer, since);
  }
}
