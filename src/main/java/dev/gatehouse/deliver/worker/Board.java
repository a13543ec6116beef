package dev.gatehouse.deliver.worker;

import dev.gatehouse.deliver.DestinationSettings;
import dev.gatehouse.deliver.breaker.BreakerSettings;
import dev.gatehouse.deliver.breaker.Circuit;
import dev.gatehouse.deliver.breaker.Permit;
import dev.gatehouse.deliver.breaker.Tally;
import dev.gatehouse.event.EntityRef;
import dev.gatehouse.event.Lane;
import dev.gatehouse.process.outbox.DeliveryId;
import dev.gatehouse.process.outbox.Outgoing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one destination's deliveries on this node, and what may be done next: backlog,
 * turns, limits, health put together.
 *
 * <p>Touches nothing outside. Not safe for threads by itself: guarded by the lock of its line.
 */
final class Board {
  /** What is kept in memory of a destination to which nothing flows. */
  private static final int KEPT_WHILE_SHUT = 16;

  private final String node;
  private final Backlog backlog = new Backlog();
  private final Turns turns = new Turns();
  private final Gate gate;
  private final List<DeliveryId> giveBack = new ArrayList<>();
  private DestinationSettings settings;
  private Tally tally;
  private Set<Lane> lanes = Set.of();

  /** Whether something was committed since {@link #takeActive}. */
  private boolean active;

  Board(DestinationSettings settings, String node, Instant now) {
    this.settings = settings;
    this.node = node;
    this.gate = new Gate(node, settings);
    this.tally = Tally.empty(now);
  }

  DestinationSettings settings() {
    return settings;
  }

  void change(DestinationSettings to) {
    settings = to;
  }

  // ------------------------------------------------------------------ what comes in

  /** What lies in lanes that are not ours yet is left: it is read when they are. */
  void handOver(List<Outgoing> deliveries) {
    backlog.handOver(ours(deliveries));
  }

  boolean addRetry(Work work) {
    return lanes.contains(work.delivery().lane()) && backlog.addRetry(work);
  }

  /** How many retries may be claimed. */
  int roomForRetries(Circuit circuit, Instant now) {
    return switch (gate.permit(circuit, now, settings)) {
      case Permit.Nothing nothing -> 0;
      case Permit.MayProbe probe -> 0;
      case Permit.Probe probe -> backlog.queued() == 0 ? 1 : 0;
      case Permit.Flow flow -> Math.max(0, Math.max(2, flow.concurrency()) - backlog.retries());
    };
  }

  /** Claims whose turn had not come, or that are no longer ours. */
  List<DeliveryId> takeGiveBacks() {
    List<DeliveryId> all = List.copyOf(giveBack);
    giveBack.clear();
    return all;
  }

  boolean wantsReading() {
    return backlog.wantsReading();
  }

  /** Where to read on; null when there is nothing to read or no room for it. */
  Line.@Nullable Reading beginReading() {
    return lanes.isEmpty() || !backlog.wantsReading()
        ? null
        : new Line.Reading(backlog.beginReading(), lanes);
  }

  void endReading(List<Outgoing> page, boolean last) {
    backlog.endReading(ours(page), last);
  }

  void readingFailed() {
    backlog.readingFailed();
  }

  void lookAgain() {
    backlog.lookAgain();
  }

  boolean hasLanes(Set<Lane> all) {
    return lanes.equals(all);
  }

  /** Lanes have come or gone; {@code held} are the entities with something unfinished in them. */
  void setLanes(Set<Lane> ours, Collection<EntityRef> held) {
    boolean gained = !lanes.containsAll(ours);
    lanes = ours;
    for (Work work : backlog.keep(ours::contains)) {
      dropTurn(work);
      if (work.waited()) {
        giveBack.add(work.id());
      }
    }
    turns
        .forget(entity -> !ours.contains(Lane.of(entity)))
        .forEach(work -> backlog.drop(work.id()));
    held.forEach(turns::hold);
    if (gained) {
      backlog.readAgain();
    }
  }

  // ------------------------------------------------------------------ what goes out

  /** Something that may be done now. */
  sealed interface Next {
    /** Begin an attempt. */
    record Attempt(Work work, boolean probe) implements Next {}

    /** Write down that it stands behind an earlier one. */
    record Behind(Work work) implements Next {}
  }

  /** Takes what may be done next; empty when nothing may, or nothing is there. */
  Optional<Next> next(Circuit circuit, Instant now) {
    for (Work work = poll(circuit, now); work != null; work = poll(circuit, now)) {
      EntityRef entity = work.turn();
      switch (entity == null ? Turns.Place.GOES : turns.enter(entity, work)) {
        case GOES -> {
          boolean probe = gate.begin(work.waited(), circuit, settings);
          return Optional.of(new Next.Attempt(work, probe));
        }
        case BEHIND -> {
          return Optional.of(new Next.Behind(work));
        }
        case WAITS -> {}
        case LATER -> {
          giveBack.add(work.id());
          backlog.drop(work.id());
        }
      }
    }
    return Optional.empty();
  }

  private @Nullable Work poll(Circuit circuit, Instant now) {
    double share = (double) lanes.size() / Lane.COUNT;
    return switch (gate.pass(circuit, now, settings, share, backlog.hasFirst())) {
      case NOTHING -> null;
      case FIRST_ONLY -> backlog.pollFirst();
      case RETRY_BEFORE_FIRST -> backlog.retries() > 0 ? backlog.pollRetry() : backlog.pollFirst();
      case FIRST_BEFORE_RETRY -> backlog.hasFirst() ? backlog.pollFirst() : backlog.pollRetry();
    };
  }

  /** An attempt has ended: its entity's next goes, or those that waited stand behind. */
  Turns.Left leave(Work work, boolean delivered) {
    EntityRef entity = work.turn();
    if (entity == null) {
      return new Turns.Left(null, List.of(), false);
    }
    Turns.Left left = turns.leave(entity, work, delivered);
    if (left.next() != null) {
      backlog.addNext(left.next());
    }
    return left;
  }

  /** What an attempt says of the health; the move to ask for, where one is due. */
  Optional<CircuitMove> judge(Attempted attempted, Instant now) {
    gate.learn(attempted, now, settings);
    Judgement judgement = Judgement.of(attempted, settings.breaker(), tally, node, now);
    tally = judgement.tally();
    return moving(judgement.move());
  }

  /** Its place is free again. */
  void free(Work work) {
    gate.end(work.waited());
  }

  /** It was broken off by ourselves; nothing is known of it. */
  void abandoned(Work work) {
    if (work.waited()) {
      giveBack.add(work.id());
    }
    free(work);
  }

  /** Nothing more begins: claims are given back. */
  void close() {
    backlog.drainRetries().forEach(work -> giveBack.add(work.id()));
  }

  // ------------------------------------------------------------------ after the commit

  void committed(List<Entry> entries, Set<EntityRef> clear) {
    active = true;
    for (Entry each : entries) {
      backlog.finish(each.work().id());
      if (each.touches() != null) {
        turns.written(each.touches());
        if (clear.contains(each.touches())) {
          turns.clear(each.touches(), null);
        }
      }
    }
  }

  boolean takeActive() {
    boolean was = active;
    active = false;
    return was;
  }

  Map<EntityRef, Long> held() {
    return turns.held();
  }

  void clear(Map<EntityRef, Long> marks) {
    marks.forEach(turns::clear);
  }

  // ------------------------------------------------------------------ the circuit

  /** A move that was asked for has been made. */
  void moved(Circuit circuit, Instant now) {
    gate.moved();
    if (circuit.state() == Circuit.State.CLOSED) {
      tally = Tally.empty(now);
    }
  }

  /** Keeps little in memory while nothing flows; claims the probe when there is work for it. */
  Optional<CircuitMove> tick(boolean due, Circuit circuit, Instant now) {
    Permit permit = gate.permit(circuit, now, settings);
    backlog
        .limit(permit instanceof Permit.Flow ? Backlog.MAX_DELIVERIES : KEPT_WHILE_SHUT)
        .forEach(this::dropTurn);
    boolean wanted = permit instanceof Permit.MayProbe && (due || backlog.queued() > 0);
    // A probe that may still be under way is not lost: else there would be two.
    BreakerSettings breaker = settings.breaker().withLeaseOver(Rounds.lease(settings));
    return moving(wanted ? (from, at) -> from.probing(node, at, breaker) : null);
  }

  int underWay() {
    return gate.underWay();
  }

  int stands() {
    return gate.stands(settings);
  }

  int queued() {
    return backlog.queued() + turns.waiting();
  }

  private Optional<CircuitMove> moving(@Nullable CircuitMove move) {
    if (move != null) {
      gate.moving();
    }
    return Optional.ofNullable(move);
  }

  private List<Outgoing> ours(List<Outgoing> deliveries) {
    return deliveries.stream().filter(each -> lanes.contains(each.lane())).toList();
  }

  /** Those that waited for it are dropped too: all of them are read again in order. */
  private void dropTurn(Work work) {
    EntityRef entity = work.turn();
    if (entity != null) {
      turns.dropped(entity, work).forEach(each -> backlog.drop(each.id()));
    }
  }
}
