package dev.gatehouse.process.lane;

import dev.gatehouse.db.Tx;
import dev.gatehouse.event.EntityRef;
import dev.gatehouse.event.EventId;
import dev.gatehouse.event.EventIds;
import dev.gatehouse.event.InboundEvent;
import dev.gatehouse.process.ledger.Parked;
import dev.gatehouse.process.ledger.ParkedEvent;
import dev.gatehouse.receive.journal.EventReader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntSupplier;

/**
 * Collects what a lane has to work on: waiting events that are due, swept ones, handed-over ones.
 */
final class Gather {
  /** How far back other nodes' events are looked for when they are announced. */
  private static final Duration RECENT = Duration.ofSeconds(3);

  private static final int DUE_AT_ONCE = 100;

  private final EventReader events;
  private final Pending pending;
  private final int batchEvents;
  private final IntSupplier nodes;
  private final IntSupplier lanes;

  /**
   * @param nodes how many nodes are alive
   * @param lanes how many lanes are this node's
   */
  Gather(
      EventReader events, Pending pending, int batchEvents, IntSupplier nodes, IntSupplier lanes) {
    this.events = events;
    this.pending = pending;
    this.batchEvents = batchEvents;
    this.nodes = nodes;
    this.lanes = lanes;
  }

  /**
   * What one lane has.
   *
   * @param now when the transaction began
   * @param room how many handed-over events are taken at most; a page of a sweep is a whole one
   */
  Haul of(Tx tx, OwnedLane lane, ProcessSettings settings, Instant now, int room) {
    Haul haul = new Haul(lane);
    Progress progress = lane.progress();
    if (lane.takeDue()) {
      due(tx, haul, settings);
    }
    if (lane.takeSweep() || !lane.handOff().isOpen()) {
      progress.sweepSoon();
    }
    if (progress.sweeping()) {
      page(tx, haul);
    } else {
      foreign(tx, haul, now);
      handedOver(tx, haul, room);
    }
    haul.more |= progress.sweeping() || lane.handOff().size() > 0;
    return haul;
  }

  private void due(Tx tx, Haul haul, ProcessSettings settings) {
    List<ParkedEvent> due = Parked.due(tx, haul.lane.lane(), DUE_AT_ONCE);
    if (due.isEmpty()) {
      return;
    }
    Map<EventId, InboundEvent> bodies = new HashMap<>();
    events
        .byIds(tx, due.stream().map(ParkedEvent::event).toList())
        .forEach(event -> bodies.put(event.id(), event));
    List<EventId> gone = new ArrayList<>();
    for (ParkedEvent parked : due) {
      InboundEvent event = bodies.get(parked.event());
      if (event == null) {
        gone.add(parked.event());
      } else {
        boolean again = parked.reason() == ParkedEvent.Reason.RERUN;
        haul.tasks.add(Task.parked(again ? settings.reread(event) : event, parked));
      }
    }
    // Retention has taken the event itself: there is nothing left to fold.
    Parked.remove(tx, gone);
    if (due.size() == DUE_AT_ONCE) {
      haul.lane.askDue();
      haul.more = true;
    }
    haul.verify = true;
  }

  private void page(Tx tx, Haul haul) {
    Progress progress = haul.lane.progress();
    if (progress.fromMark()) {
      haul.lane.handOff().open();
    }
    Pending.Page page = pending.page(tx, haul.lane.lane(), progress.from(), batchEvents);
    haul.lane.handOff().forget(page.events().stream().map(InboundEvent::id).toList());
    haul.page = page;
    page.events().forEach(event -> haul.tasks.add(Task.fresh(event)));
  }

  private void foreign(Tx tx, Haul haul, Instant now) {
    OwnedLane lane = haul.lane;
    Progress progress = lane.progress();
    if (progress.foreignIn() > 0 || !lane.takeForeign()) {
      return;
    }
    long start = System.nanoTime();
    EventId mark = new EventId(progress.low());
    EventId recent = new EventId(EventIds.floor(now.minus(RECENT)));
    Pending.Page found =
        pending.page(tx, lane.lane(), mark.compareTo(recent) > 0 ? mark : recent, batchEvents);
    progress.lookedForForeign(System.nanoTime() - start, lanes.getAsInt());
    add(haul, found.events());
    if (found.full()) {
      progress.sweepSoon();
    }
  }

  private void handedOver(Tx tx, Haul haul, int room) {
    OwnedLane lane = haul.lane;
    List<InboundEvent> handed = lane.handOff().poll(room);
    if (handed.isEmpty()) {
      return;
    }
    haul.verify |= handed.stream().anyMatch(lane.progress()::maybeDecided);
    handed.forEach(event -> haul.tasks.add(Task.fresh(event)));
    if (nodes.getAsInt() > 1) {
      stragglers(tx, haul, handed);
    }
  }

  private void stragglers(Tx tx, Haul haul, List<InboundEvent> handed) {
    Set<EntityRef> entities = new LinkedHashSet<>();
    for (InboundEvent event : handed) {
      if (event.entity() != null) {
        entities.add(event.entity());
      }
    }
    Set<EventId> ids = new HashSet<>(Stragglers.find(tx, entities, haul.lane.lowWater()));
    haul.tasks.forEach(task -> ids.remove(task.id()));
    add(haul, events.byIds(tx, ids));
  }

  private static void add(Haul haul, List<InboundEvent> found) {
    haul.lane.handOff().forget(found.stream().map(InboundEvent::id).toList());
    haul.found.addAll(found);
    found.forEach(event -> haul.tasks.add(Task.fresh(event)));
  }
}
