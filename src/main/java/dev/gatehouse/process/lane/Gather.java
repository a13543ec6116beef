package dev.gatehouse.process.lane;

import dev.gatehouse.db.Tx;
import dev.gatehouse.event.EntityRef;
import dev.gatehouse.event.EventId;
import dev.gatehouse.event.EventIds;
import dev.gatehouse.event.InboundEvent;
import dev.gatehouse.event.Lane;
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
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * Collects what a lane has to work on: waiting events that are due, swept ones, handed-over ones.
 */
final class Gather {
  /** How far back other nodes' events are looked for when they are announced. */
  private static final Duration RECENT = Duration.ofSeconds(3);

  /** No clock is ahead by more. A bound at all keeps the partitions of coming days out. */
  private static final Duration AHEAD = Duration.ofHours(1);

  private static final int DUE_AT_ONCE = 100;

  private final EventReader events;
  private final Pending pending;
  private final int batchEvents;
  private final Duration safetyAge;
  private final Supplier<Instant> databaseTime;
  private final IntSupplier lanes;

  /**
   * @param safetyAge an event this old is visible or never will be
   * @param databaseTime about now, by the database's clock
   * @param lanes how many lanes are this node's
   */
  Gather(
      EventReader events,
      Pending pending,
      int batchEvents,
      Duration safetyAge,
      Supplier<Instant> databaseTime,
      IntSupplier lanes) {
    this.events = events;
    this.pending = pending;
    this.batchEvents = batchEvents;
    this.safetyAge = safetyAge;
    this.databaseTime = databaseTime;
    this.lanes = lanes;
  }

  /**
   * What one lane has.
   *
   * @param room how many handed-over events are taken at most; a page of a sweep is a whole one
   */
  Haul of(Tx tx, OwnedLane lane, ProcessSettings settings, int room) {
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
      foreign(tx, haul);
      handedOver(haul, room);
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
    Pending.Page page =
        pending.page(tx, haul.lane.lane(), progress.from(), batchEvents, progress.wide());
    haul.lane.handOff().forget(page.events().stream().map(InboundEvent::id).toList());
    haul.page = page;
    page.events().forEach(event -> haul.tasks.add(Task.fresh(event)));
  }

  private void foreign(Tx tx, Haul haul) {
    OwnedLane lane = haul.lane;
    Progress progress = lane.progress();
    if (progress.foreignIn() > 0 || !lane.takeForeign()) {
      return;
    }
    long start = System.nanoTime();
    EventId mark = new EventId(progress.low());
    EventId recent = new EventId(EventIds.floor(databaseTime.get().minus(RECENT)));
    Pending.Page found =
        pending.page(
            tx, lane.lane(), mark.compareTo(recent) > 0 ? mark : recent, batchEvents, true);
    progress.lookedForForeign(System.nanoTime() - start, lanes.getAsInt());
    add(haul, found.events());
    haul.partial |= !found.events().isEmpty();
    if (found.full()) {
      progress.sweepSoon();
    }
  }

  private static void handedOver(Haul haul, int room) {
    OwnedLane lane = haul.lane;
    List<InboundEvent> handed = lane.handOff().poll(room);
    haul.verify |= handed.stream().anyMatch(lane.progress()::maybeDecided);
    handed.forEach(event -> haul.tasks.add(Task.fresh(event)));
  }

  /**
   * Adds what belongs before the events in hand: what was acknowledged before must be folded
   * before, wherever it came in. From a low-water mark on, a page leaves nothing out; above another
   * page it leaves out what was committed below that one since.
   *
   * @param others whether other nodes may have stored events that nobody has handed over. To be
   *     asked after everything in hand was committed, so that a node that has just started counts
   */
  void complete(Tx tx, List<Haul> hauls, boolean others) {
    List<Haul> handed = new ArrayList<>();
    for (Haul haul : hauls) {
      if (haul.page == null) {
        if (others || haul.partial) {
          handed.add(haul);
        }
      } else if (!haul.lane.progress().fromMark()) {
        complete(tx, haul, haul.page);
      }
    }
    add(tx, handed, EventIds.floor(databaseTime.get().plus(AHEAD)));
  }

  /** What was committed below a page, while somebody still may. */
  void complete(Tx tx, Haul haul, Pending.Page page) {
    EventId last = page.last();
    Instant old = databaseTime.get().minus(safetyAge);
    if (last != null && last.at().isAfter(old)) {
      add(tx, List.of(haul), last.value());
    }
  }

  private void add(Tx tx, List<Haul> hauls, UUID upTo) {
    Set<EntityRef> entities = new LinkedHashSet<>();
    Set<EventId> inHand = new HashSet<>();
    Map<Lane, Haul> byLane = new HashMap<>();
    EventId low = null;
    for (Haul haul : hauls) {
      byLane.put(haul.lane.lane(), haul);
      EventId mark = new EventId(haul.lane.lowWater());
      low = low == null || mark.compareTo(low) < 0 ? mark : low;
      haul.tasks.forEach(task -> inHand.add(task.id()));
      haul.tasks.stream().map(Task::entity).filter(Objects::nonNull).forEach(entities::add);
    }
    if (low == null || entities.isEmpty()) {
      return;
    }
    List<EventId> missing = Stragglers.find(tx, entities, low.value(), upTo);
    missing.removeAll(inHand);
    for (InboundEvent event : events.byIds(tx, missing)) {
      Haul haul = byLane.get(event.lane());
      if (haul != null) {
        add(haul, List.of(event));
      }
    }
  }

  private static void add(Haul haul, List<InboundEvent> found) {
    haul.lane.handOff().forget(found.stream().map(InboundEvent::id).toList());
    haul.found.addAll(found);
    found.forEach(event -> haul.tasks.add(Task.fresh(event)));
  }
}
