package dev.gatehouse.deliver.worker;

import dev.gatehouse.deliver.DestinationSettings;
import dev.gatehouse.deliver.breaker.Circuit;
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
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One destination's deliveries on this node: a {@link Board} under a lock, and what follows from it
 * outside.
 *
 * <p>The lock is never held while a destination or the database is talked to, nor while the writer
 * may have to be waited for.
 */
final class Line {
  private final ReentrantLock lock = new ReentrantLock();
  private final DestinationName name;
  private final Crew crew;

  /** Guarded by {@link #lock}. */
  private final Board board;

  /** Guarded by {@link #lock}. */
  private Port port;

  /** Guarded by {@link #lock}. */
  private boolean closed;

  Line(DestinationSettings settings, Port port, Crew crew) {
    this.name = settings.name();
    this.port = port;
    this.crew = crew;
    this.board = new Board(settings, crew.node(), crew.circuits().now());
  }

  /** A page that is being read. */
  record Reading(@Nullable Outgoing after, Set<Lane> lanes) {}

  DestinationName name() {
    return name;
  }

  DestinationSettings settings() {
    return locked(board::settings);
  }

  // ------------------------------------------------------------------ what comes in

  /** Deliveries that were just committed; never blocks on anything but the lock. */
  void handOver(List<Outgoing> deliveries) {
    locked(() -> board.handOver(deliveries));
    dispatch();
  }

  /** Retries that were claimed; those that are here already come back. */
  List<DeliveryId> takeRetries(List<Work> claimed) {
    List<DeliveryId> refused =
        locked(
            () ->
                claimed.stream()
                    .filter(each -> closed || !board.addRetry(each))
                    .map(Work::id)
                    .toList());
    dispatch();
    return refused;
  }

  /** How many retries may be claimed now. */
  int roomForRetries() {
    return locked(() -> board.roomForRetries(circuit(), now()));
  }

  /** Claims to give back, because their turn had not come or their lane has gone. */
  List<DeliveryId> takeGiveBacks() {
    return locked(board::takeGiveBacks);
  }

  /** Where to read on; null when there is nothing to read or no room for it. */
  @Nullable Reading beginReading() {
    return locked(() -> closed ? null : board.beginReading());
  }

  /**
   * Takes what was read.
   *
   * @param last whether nothing was open after it
   */
  void endReading(List<Outgoing> page, boolean last) {
    locked(() -> board.endReading(page, last));
    dispatch();
  }

  void readingFailed() {
    locked(board::readingFailed);
  }

  /** In case something was never handed over. */
  void lookAgain() {
    locked(board::lookAgain);
  }

  // ------------------------------------------------------------------ lanes and settings

  /** Lanes have come or gone; {@code held} are the entities with something unfinished in them. */
  void setLanes(Set<Lane> ours, Collection<EntityRef> held) {
    locked(() -> board.setLanes(ours, held));
  }

  boolean hasLanes(Set<Lane> all) {
    return locked(() -> board.hasLanes(all));
  }

  /** Goes on under other settings; {@code other} is a new port for them, null: the present one. */
  void change(DestinationSettings to, @Nullable Port other) {
    Port old =
        locked(
            () -> {
              board.change(to);
              Port before = port;
              port = other == null ? port : other;
              return before;
            });
    if (other != null) {
      old.retire();
    }
    dispatch();
  }

  /** Begins nothing more; what is under way may end. */
  void close() {
    locked(
        () -> {
          closed = true;
          board.close();
        });
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
    boolean toRead =
        locked(
            () -> {
              for (Optional<Board.Next> next = next(); next.isPresent(); next = next()) {
                switch (next.get()) {
                  case Board.Next.Attempt(Work work, boolean probe) ->
                      begun.add(new Begun(this, board.settings(), port, work, probe));
                  case Board.Next.Behind(Work work) -> behind.add(Entry.behind(this, work));
                }
              }
              return !closed && board.wantsReading();
            });
    crew.writer().add(behind);
    if (toRead) {
      crew.reader().lookAt(this);
    }
    return begun;
  }

  private Optional<Board.Next> next() {
    return closed || crew.writer().isFull() ? Optional.empty() : board.next(circuit(), now());
  }

  /**
   * An attempt has ended: its entity's next may go, and what became of it is written.
   *
   * @return one that the caller's thread may go on with; null when there is none
   */
  @Nullable Begun ended(Attempted attempted) {
    Work work = attempted.work();
    List<Entry> entries = new ArrayList<>();
    locked(
        () -> {
          ask(board.judge(attempted, now()));
          Turns.Left left = board.leave(work, attempted.delivered());
          entries.add(attempted.entry(this).touching(left.held() ? work.turn() : null));
          left.behind().forEach(each -> entries.add(Entry.behind(this, each)));
        });
    // May have to wait, which keeps the place taken: a slow database slows the sending down.
    crew.writer().put(entries);
    locked(() -> board.free(work));
    List<Begun> begun = begin();
    begun.stream().skip(1).forEach(crew::start);
    return begun.isEmpty() ? null : begun.getFirst();
  }

  /** An attempt was broken off by ourselves; nothing is known of it and nothing is written. */
  void abandoned(Work work) {
    locked(() -> board.abandoned(work));
  }

  /** Entries of this line have been committed; {@code clear}: entities with nothing unfinished. */
  void committed(List<Entry> entries, Set<EntityRef> clear) {
    locked(() -> board.committed(entries, clear));
    dispatch();
  }

  /** Whether something was committed since this was last asked. */
  boolean takeActive() {
    return locked(board::takeActive);
  }

  /** The held entities, each with a mark for {@link #clear}. */
  Map<EntityRef, Long> held() {
    return locked(board::held);
  }

  /** The database has nothing unfinished of these, as of the marks. */
  void clear(Map<EntityRef, Long> marks) {
    locked(() -> board.clear(marks));
  }

  // ------------------------------------------------------------------ the circuit

  /** A move that was asked for has been made, by us or by another node. */
  void moved() {
    locked(() -> board.moved(circuit(), now()));
    dispatch();
  }

  /**
   * Looks at the line from time to time: the flow may have grown, a token may have come.
   *
   * @param due whether retries are due
   */
  void tick(boolean due) {
    locked(
        () -> {
          if (!closed) {
            ask(board.tick(due, circuit(), now()));
          }
        });
    dispatch();
  }

  /** Attempts under way. */
  int underWay() {
    return locked(board::underWay);
  }

  /** How many attempts at a time it stands, as far as is known here. */
  int stands() {
    return locked(board::stands);
  }

  /** Deliveries in memory that have not begun. */
  int queued() {
    return locked(board::queued);
  }

  private void ask(Optional<CircuitMove> move) {
    move.ifPresent(each -> crew.circuits().ask(name, each));
  }

  private Port port() {
    return locked(() -> port);
  }

  private Circuit circuit() {
    return crew.circuits().of(name);
  }

  private Instant now() {
    return crew.circuits().now();
  }

  private <T extends @Nullable Object> T locked(Supplier<T> work) {
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }

  private void locked(Runnable work) {
    lock.lock();
    try {
      work.run();
    } finally {
      lock.unlock();
    }
  }
}
