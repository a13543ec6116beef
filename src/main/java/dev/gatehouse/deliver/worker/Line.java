package dev.gatehouse.deliver.worker;

import dev.gatehouse.deliver.DestinationSettings;
import dev.gatehouse.deliver.breaker.Circuit;
import dev.gatehouse.deliver.breaker.Permit;
import dev.gatehouse.deliver.breaker.Tally;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.EntityRef;
import dev.gatehouse.event.Lane;
import dev.gatehouse.process.outbox.DeliveryId;
import dev.gatehouse.process.outbox.Outgoing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One destination's own queue, order, limits and attempts under way.
 *
 * <p>All fields are guarded by {@link #lock}. It is never held while a destination or the database
 * is talked to, nor while the writer may have to be waited for.
 */
final class Line {
  /** What is kept in memory of a destination to which nothing flows. */
  private static final int KEPT_WHILE_SHUT = 16;

  private final ReentrantLock lock = new ReentrantLock();
  private final DestinationName name;
  private final Crew crew;
  private final Backlog backlog = new Backlog();
  private final Turns turns = new Turns();
  private final Gate gate;
  private final List<DeliveryId> giveBack = new ArrayList<>();
  private DestinationSettings settings;
  private Port port;
  private Tally tally;
  private Set<Lane> lanes = Set.of();
  private boolean closed;

  /** Whether something was committed since {@link #takeActive}. */
  private boolean active;

  Line(DestinationSettings settings, Port port, Crew crew) {
    this.name = settings.name();
    this.settings = settings;
    this.port = port;
    this.crew = crew;
    this.gate = new Gate(crew.node());
    this.tally = Tally.empty(crew.circuits().now());
  }

  DestinationName name() {
    return name;
  }

  // ------------------------------------------------------------------ what comes in

  /** Deliveries that were just committed; never blocks on anything but the lock. */
  void handOver(List<Outgoing> deliveries) {
    lock.lock();
    try {
      // What lies in lanes that are not ready yet is read when they are.
      backlog.handOver(deliveries.stream().filter(each -> lanes.contains(each.lane())).toList());
    } finally {
      lock.unlock();
    }
    dispatch();
  }

  /** Retries that were claimed; those that are here already come back. */
  List<DeliveryId> takeRetries(List<Work> claimed) {
    List<DeliveryId> refused = new ArrayList<>();
    lock.lock();
    try {
      for (Work each : claimed) {
        if (closed || !lanes.contains(each.delivery().lane()) || !backlog.addRetry(each)) {
          refused.add(each.id());
        }
      }
    } finally {
      lock.unlock();
    }
    dispatch();
    return refused;
  }

  /** How many retries may be claimed now. */
  int roomForRetries() {
    lock.lock();
    try {
      return switch (gate.permit(circuit(), now(), settings)) {
        case Permit.Nothing nothing -> 0;
        case Permit.MayProbe probe -> 0;
        case Permit.Probe probe -> backlog.queued() == 0 ? 1 : 0;
        case Permit.Flow flow -> Math.max(0, Math.max(2, flow.concurrency()) - backlog.retries());
      };
    } finally {
      lock.unlock();
    }
  }

  /** Claims to give back, because their turn had not come or their lane has gone. */
  List<DeliveryId> takeGiveBacks() {
    lock.lock();
    try {
      List<DeliveryId> all = List.copyOf(giveBack);
      giveBack.clear();
      return all;
    } finally {
      lock.unlock();
    }
  }

  // ------------------------------------------------------------------ reading the outbox

  /** Where to read on; null when there is nothing to read or no room for it. */
  @Nullable Reading beginReading() {
    lock.lock();
    try {
      return closed || lanes.isEmpty() || !backlog.wantsReading()
          ? null
          : new Reading(backlog.beginReading(), lanes);
    } finally {
      lock.unlock();
    }
  }

  /** A page that is being read. */
  record Reading(@Nullable Outgoing after, Set<Lane> lanes) {}

  void endReading(Reading reading, List<Outgoing> page, boolean last) {
    lock.lock();
    try {
      backlog.endReading(
          reading.after(),
          page.stream().filter(each -> lanes.contains(each.lane())).toList(),
          last);
    } finally {
      lock.unlock();
    }
    dispatch();
  }

  void readingFailed() {
    lock.lock();
    try {
      backlog.readingFailed();
    } finally {
      lock.unlock();
    }
  }

  /** In case something was never handed over. */
  void lookAgain() {
    lock.lock();
    try {
      backlog.lookAgain();
    } finally {
      lock.unlock();
    }
  }

  // ------------------------------------------------------------------ lanes and settings

  /** Lanes have come or gone; {@code held} are the entities with something unfinished in them. */
  void setLanes(Set<Lane> ours, Collection<EntityRef> held) {
    lock.lock();
    try {
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
          .forEach(work -> backlog.forget(work.id()));
      held.forEach(turns::hold);
      if (gained) {
        backlog.readAgain();
      }
    } finally {
      lock.unlock();
    }
  }

  boolean hasLanes(Set<Lane> all) {
    lock.lock();
    try {
      return lanes.equals(all);
    } finally {
      lock.unlock();
    }
  }

  DestinationSettings settings() {
    lock.lock();
    try {
      return settings;
    } finally {
      lock.unlock();
    }
  }

  /** Goes on under other settings; {@code other} is the port for them, the present one or a new. */
  void change(DestinationSettings to, @Nullable Port other) {
    Port old = null;
    lock.lock();
    try {
      settings = to;
      if (other != null) {
        old = port;
        port = other;
      }
    } finally {
      lock.unlock();
    }
    if (old != null) {
      old.retire();
    }
    dispatch();
  }

  /** Begins nothing more; what is under way may end. */
  void close() {
    lock.lock();
    try {
      closed = true;
      backlog.drainRetries().forEach(work -> giveBack.add(work.id()));
    } finally {
      lock.unlock();
    }
    port().retire();
  }

  /** Ends what is under way; it counts as never having been tried. */
  void breakOff() {
    port().breakOff();
  }

  // ------------------------------------------------------------------ attempts

  /** Begins as many attempts as may begin. */
  void dispatch() {
    begin().forEach(crew::start);
  }

  /** Takes as many attempts as may begin; the caller sees to it that they do. */
  private List<Begun> begin() {
    List<Begun> begun = new ArrayList<>();
    List<Entry> behind = new ArrayList<>();
    boolean toRead;
    lock.lock();
    try {
      while (!closed && !crew.writer().isFull() && beginOne(begun, behind)) {
        continue;
      }
      toRead = !closed && backlog.wantsReading();
    } finally {
      lock.unlock();
    }
    crew.writer().add(behind);
    if (toRead) {
      crew.reader().lookAt(this);
    }
    return begun;
  }

  /** Takes one from the backlog; false when nothing may begin or nothing is there. */
  private boolean beginOne(List<Begun> begun, List<Entry> behind) {
    Circuit circuit = circuit();
    Work work =
        switch (gate.pass(circuit, now(), settings, backlog.hasFirst())) {
          case NOTHING -> null;
          case FIRST_ONLY -> backlog.pollFirst();
          case RETRY_BEFORE_FIRST -> either(backlog.pollRetry(), true);
          case FIRST_BEFORE_RETRY -> either(backlog.pollFirst(), false);
        };
    if (work == null) {
      return false;
    }
    EntityRef entity = work.turn();
    switch (entity == null ? Turns.Place.GOES : turns.enter(entity, work)) {
      case GOES -> {
        boolean probe = gate.begin(work.waited(), circuit, settings);
        begun.add(new Begun(this, settings, port, work, probe));
      }
      case WAITS -> {}
      case BEHIND -> behind.add(Entry.behind(this, work));
      case LATER -> {
        giveBack.add(work.id());
        backlog.forget(work.id());
      }
    }
    return true;
  }

  private @Nullable Work either(@Nullable Work preferred, boolean elseFirst) {
    if (preferred != null) {
      return preferred;
    }
    return elseFirst ? backlog.pollFirst() : backlog.pollRetry();
  }

  /**
   * An attempt has ended: its entity's next may go, and what became of it is written.
   *
   * @return one that the caller's thread may go on with; null when there is none
   */
  @Nullable Begun ended(Attempted attempted) {
    Work work = attempted.work();
    EntityRef entity = work.turn();
    List<Entry> entries = new ArrayList<>();
    lock.lock();
    try {
      judge(attempted);
      Turns.Left left =
          entity == null
              ? new Turns.Left(null, List.of(), false)
              : turns.leave(entity, work, attempted.delivered());
      entries.add(attempted.entry(this).touching(left.held() ? entity : null));
      left.behind().forEach(each -> entries.add(Entry.behind(this, each)));
      if (left.next() != null) {
        backlog.addNext(left.next());
      }
    } finally {
      lock.unlock();
    }
    // May have to wait, which keeps the place taken: a slow database slows the sending down.
    crew.writer().put(entries);
    lock.lock();
    try {
      gate.end(work.waited());
    } finally {
      lock.unlock();
    }
    List<Begun> begun = begin();
    begun.stream().skip(1).forEach(crew::start);
    return begun.isEmpty() ? null : begun.getFirst();
  }

  /** An attempt was broken off by ourselves; nothing is known of it and nothing is written. */
  void abandoned(Work work) {
    lock.lock();
    try {
      if (work.waited()) {
        giveBack.add(work.id());
      }
      gate.end(work.waited());
    } finally {
      lock.unlock();
    }
  }

  /** What the attempt says of the destination's health. */
  private void judge(Attempted attempted) {
    Judgement judgement = Judgement.of(attempted, settings.breaker(), tally, crew.node(), now());
    tally = judgement.tally();
    if (judgement.move() != null) {
      gate.moving();
      crew.circuits().ask(name, judgement.move());
    }
  }

  // ------------------------------------------------------------------ after the commit

  /** Entries of this line have been committed; {@code clear}: entities with nothing unfinished. */
  void committed(List<Entry> entries, Set<EntityRef> clear) {
    lock.lock();
    try {
      active = true;
      for (Entry each : entries) {
        backlog.forget(each.work().id());
        if (each.touches() != null) {
          turns.written(each.touches());
          if (clear.contains(each.touches())) {
            turns.clear(each.touches(), null);
          }
        }
      }
    } finally {
      lock.unlock();
    }
    dispatch();
  }

  /** Whether something was committed since this was last asked. */
  boolean takeActive() {
    lock.lock();
    try {
      boolean was = active;
      active = false;
      return was;
    } finally {
      lock.unlock();
    }
  }

  /** The held entities, each with a mark for {@link #clear}. */
  Map<EntityRef, Long> held() {
    lock.lock();
    try {
      return turns.held();
    } finally {
      lock.unlock();
    }
  }

  /** The database has nothing unfinished of these, as of the marks. */
  void clear(Map<EntityRef, Long> marks) {
    lock.lock();
    try {
      marks.forEach(turns::clear);
    } finally {
      lock.unlock();
    }
  }

  // ------------------------------------------------------------------ the circuit

  /** A move that was asked for has been made, by us or by another node. */
  void moved() {
    lock.lock();
    try {
      gate.moved();
      if (circuit().state() == Circuit.State.CLOSED) {
        tally = Tally.empty(now());
      }
    } finally {
      lock.unlock();
    }
    dispatch();
  }

  /**
   * Looks at the line from time to time: the flow may have grown, a token may have come.
   *
   * @param due whether retries are due
   */
  void tick(boolean due) {
    lock.lock();
    try {
      Permit permit = gate.permit(circuit(), now(), settings);
      backlog
          .limit(permit instanceof Permit.Flow ? Backlog.MAX_DELIVERIES : KEPT_WHILE_SHUT)
          .forEach(this::dropTurn);
      if (permit instanceof Permit.MayProbe && (due || backlog.queued() > 0) && !closed) {
        gate.moving();
        crew.circuits()
            .ask(name, (circuit, at) -> circuit.probing(crew.node(), at, settings.breaker()));
      }
    } finally {
      lock.unlock();
    }
    dispatch();
  }

  /** Attempts under way. */
  int underWay() {
    lock.lock();
    try {
      return gate.underWay();
    } finally {
      lock.unlock();
    }
  }

  /** Deliveries in memory that have not begun. */
  int queued() {
    lock.lock();
    try {
      return backlog.queued() + turns.waiting();
    } finally {
      lock.unlock();
    }
  }

  private void dropTurn(Work work) {
    EntityRef entity = work.turn();
    if (entity != null) {
      turns.dropped(entity, work).forEach(each -> backlog.forget(each.id()));
    }
  }

  private Port port() {
    lock.lock();
    try {
      return port;
    } finally {
      lock.unlock();
    }
  }

  private Circuit circuit() {
    return crew.circuits().of(name);
  }

  private Instant now() {
    return crew.circuits().now();
  }
}
