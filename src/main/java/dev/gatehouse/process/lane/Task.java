package dev.gatehouse.process.lane;

import dev.gatehouse.event.EntityRef;
import dev.gatehouse.event.EventId;
import dev.gatehouse.event.InboundEvent;
import dev.gatehouse.process.ledger.ParkedEvent;
import org.jspecify.annotations.Nullable;

/**
 * One event that wants a verdict.
 *
 * @param run the run its verdict will have
 * @param parked where it waited; null for one that comes fresh
 * @param poison why it gets no folding any more; null: it is folded
 */
record Task(InboundEvent event, int run, @Nullable ParkedEvent parked, @Nullable String poison) {

  static Task fresh(InboundEvent event) {
    return new Task(event, 0, null, null);
  }

  static Task parked(InboundEvent event, ParkedEvent parked) {
    return new Task(event, parked.run(), parked, null);
  }

  Task poisoned(String why) {
    return new Task(event, run, parked, why);
  }

  EventId id() {
    return event.id();
  }

  @Nullable EntityRef entity() {
    return event.entity();
  }

  boolean isRerun() {
    return parked != null && parked.reason() == ParkedEvent.Reason.RERUN;
  }
}
