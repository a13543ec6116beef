package dev.gatehouse.process.lane;

import dev.gatehouse.event.EventId;
import dev.gatehouse.event.InboundEvent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Stored events of one lane, on their way from the journal's thread to the lane's worker.
 *
 * <p>Bounded by count, and by bytes over all lanes. Full means: forget everything and close; the
 * events are in the database, and the sweep that follows reads them from there in their order. To
 * keep what is here and drop only what comes would fold a later event before an earlier one.
 */
final class HandOff {
  /** The bound on bytes that all lanes share. */
  static final class Room {
    private final long limit;
    private final AtomicLong used = new AtomicLong();

    Room(long limit) {
      this.limit = limit;
    }

    boolean take(long bytes) {
      if (used.addAndGet(bytes) > limit) {
        used.addAndGet(-bytes);
        return false;
      }
      return true;
    }

    void give(long bytes) {
      used.addAndGet(-bytes);
    }

    long used() {
      return used.get();
    }
  }

  private final int maxEvents;
  private final Room room;

  // All below is guarded by this.
  private final ArrayDeque<InboundEvent> queue = new ArrayDeque<>();
  private boolean open;
  private boolean closedForGood;

  HandOff(int maxEvents, Room room) {
    this.maxEvents = maxEvents;
    this.room = room;
  }

  /** Takes the event, or nothing from now on: false means the sweep has to find it. */
  synchronized boolean offer(InboundEvent event) {
    if (!open) {
      return false;
    }
    if (queue.size() >= maxEvents || !room.take(weight(event))) {
      shut();
      return false;
    }
    queue.add(event);
    return true;
  }

  /**
   * From now on events are taken. To be called before the query of a sweep: what commits before
   * that query is found by it, what commits later is offered here.
   */
  synchronized void open() {
    open = !closedForGood;
  }

  synchronized boolean isOpen() {
    return open;
  }

  /** Forgets everything and takes nothing until opened again. */
  synchronized void shut() {
    open = false;
    queue.forEach(event -> room.give(weight(event)));
    queue.clear();
  }

  /** Forgets everything and takes nothing any more. */
  synchronized void close() {
    closedForGood = true;
    shut();
  }

  synchronized List<InboundEvent> poll(int most) {
    List<InboundEvent> taken = new ArrayList<>(Math.min(most, queue.size()));
    while (taken.size() < most) {
      InboundEvent event = queue.poll();
      if (event == null) {
        break;
      }
      room.give(weight(event));
      taken.add(event);
    }
    return taken;
  }

  /** Takes out what a sweep has found as well. */
  synchronized void forget(Collection<EventId> ids) {
    if (queue.isEmpty() || ids.isEmpty()) {
      return;
    }
    Set<EventId> known = new HashSet<>(ids);
    queue.removeIf(
        event -> {
          boolean found = known.contains(event.id());
          if (found) {
            room.give(weight(event));
          }
          return found;
        });
  }

  /** Whether all of these are on their way here. */
  synchronized boolean holdsAll(Collection<EventId> ids) {
    Set<EventId> missing = new HashSet<>(ids);
    queue.forEach(event -> missing.remove(event.id()));
    return missing.isEmpty();
  }

  synchronized int size() {
    return queue.size();
  }

  /** A body and about what the rest of an event takes. */
  private static long weight(InboundEvent event) {
    return event.body().length() + 512L;
  }
}
