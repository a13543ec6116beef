package dev.gatehouse.process.lane;

import dev.gatehouse.event.Lane;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A lane while it is this node's: whose turn it is, what was handed over, how far it has come.
 *
 * <p>A lane that is lost and won again is a new object; whoever still holds the old one finds it
 * {@link #stopping}.
 */
final class OwnedLane {
  /** Where a lane stands with the workers; at most one has it. */
  private enum Turn {
    /** Nothing to do. */
    IDLE,
    /** In the queue of ready lanes, once. */
    READY,
    /** A worker has it. */
    WORKING,
    /** A worker has it, and something came meanwhile. */
    AGAIN
  }

  private final Lease lease;
  private final HandOff handOff;
  private final Progress progress;
  private final AtomicReference<Turn> turn = new AtomicReference<>(Turn.IDLE);
  private volatile boolean stopping;

  /** Some events of this lane were stored by other nodes. */
  private volatile boolean foreign;

  /** It is time to look from the low-water mark on. */
  private volatile boolean sweep;

  /** Some waiting event is due. */
  private volatile boolean due = true;

  OwnedLane(Lease lease, HandOff handOff, Progress progress) {
    this.lease = lease;
    this.handOff = handOff;
    this.progress = progress;
  }

  Lane lane() {
    return lease.lane();
  }

  long epoch() {
    return lease.epoch();
  }

  HandOff handOff() {
    return handOff;
  }

  /** Belongs to the worker that has the lane. */
  Progress progress() {
    return progress;
  }

  /** What keeps the lane at the next heartbeat. */
  Renewal renewal() {
    return new Renewal(lease.lane(), lease.epoch(), lowWater());
  }

  UUID lowWater() {
    return progress.low();
  }

  /** Ends the lane here: nothing more is started. */
  void stop() {
    stopping = true;
    handOff.close();
  }

  boolean stopping() {
    return stopping;
  }

  void askSweep() {
    sweep = true;
  }

  /** Whether a sweep from the low-water mark is due; asked once. */
  boolean takeSweep() {
    boolean asked = sweep;
    sweep = false;
    return asked;
  }

  void askForeign() {
    foreign = true;
  }

  /** Whether other nodes' events are to be looked for; asked once. */
  boolean takeForeign() {
    boolean asked = foreign;
    foreign = false;
    return asked;
  }

  boolean foreignAsked() {
    return foreign;
  }

  void askDue() {
    due = true;
  }

  /** Whether waiting events are to be looked at; asked once. */
  boolean takeDue() {
    boolean asked = due;
    due = false;
    return asked;
  }

  /** Something to do; true when the caller has to put it among the ready lanes. */
  boolean wake() {
    Turn before =
        turn.getAndUpdate(
            now ->
                switch (now) {
                  case IDLE, READY -> Turn.READY;
                  case WORKING, AGAIN -> Turn.AGAIN;
                });
    return before == Turn.IDLE;
  }

  /** A worker takes it from among the ready lanes. */
  void begin() {
    turn.set(Turn.WORKING);
  }

  /**
   * The worker is done for now; true when the caller has to put it back among the ready lanes.
   *
   * @param more whether it left something to do
   */
  boolean end(boolean more) {
    Turn after = turn.updateAndGet(now -> more || now == Turn.AGAIN ? Turn.READY : Turn.IDLE);
    return after == Turn.READY;
  }

  /** The worker is done, and only somebody's {@link #wake} goes on. */
  void rest() {
    turn.set(Turn.IDLE);
  }

  /** Whether something is left to do; asked by the worker that has the lane. */
  boolean hasMore() {
    return progress.careful()
        || progress.sweeping()
        || due
        || sweep
        || handOff.size() > 0
        || !handOff.isOpen();
  }

  /** True when no worker has it or is about to. */
  boolean idle() {
    return turn.get() == Turn.IDLE;
  }
}
