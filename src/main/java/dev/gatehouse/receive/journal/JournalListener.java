package dev.gatehouse.receive.journal;

import dev.gatehouse.event.InboundEvent;
import java.util.List;

/** Hears what is new, on the thread that wrote it. */
@FunctionalInterface
public interface JournalListener {
  /**
   * Called after the commit, with the events that were not there before, in the order of their ids.
   * Must not block: the next batch waits. What it throws is logged and otherwise ignored.
   */
  void stored(List<InboundEvent> events);
}
