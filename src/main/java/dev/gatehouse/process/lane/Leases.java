package dev.gatehouse.process.lane;

import dev.gatehouse.db.Database;
import dev.gatehouse.db.DatabaseException;
import dev.gatehouse.db.Pool;
import dev.gatehouse.db.Tx;
import dev.gatehouse.event.Lane;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps this node's lanes: renews them, takes free ones up to an even share, gives surplus ones
 * back once their worker has left them. One thread; the array is read by all.
 */
final class Leases {
  private static final Logger LOG = LoggerFactory.getLogger(Leases.class);
  private static final Duration BEARABLE_SKEW = Duration.ofSeconds(2);

  private static final int PARTING_TRIES = 3;

  private final Database database;
  private final LaneSettings settings;
  private final LaneTable table;
  private final InstantSource clock;
  private final LaneListener listener;
  private final Function<Lease, OwnedLane> opener;
  private final Hooks hooks;
  private final AtomicReferenceArray<@Nullable OwnedLane> lanes =
      new AtomicReferenceArray<>(Lane.COUNT);
  private final ConcurrentLinkedQueue<OwnedLane> drained = new ConcurrentLinkedQueue<>();
  private final Semaphore nudge = new Semaphore(0);
  private volatile int alive = 1;
  private volatile Duration ahead = Duration.ZERO;
  private volatile boolean taking = true;
  private volatile boolean running = true;
  private volatile Set<Lane> owned = Set.of();
  private @Nullable Thread thread;

  // Only the lease thread, and stop() after it has ended.
  private boolean met;
  private boolean quiet;
  private long lastSuccess = System.nanoTime();

  /** What happens around leases. */
  interface Hooks {
    /** There is something to do in that lane. */
    void wake(OwnedLane lane);

    /** The lanes of this node are others now; called by the lease thread. */
    void owned(Set<Lane> lanes);

    /** Others may want to look for free lanes. */
    void freed();
  }

  Leases(
      Database database,
      LaneSettings settings,
      LaneTable table,
      InstantSource clock,
      LaneListener listener,
      Function<Lease, OwnedLane> opener,
      Hooks hooks) {
    this.database = database;
    this.settings = settings;
    this.table = table;
    this.clock = clock;
    this.listener = listener;
    this.opener = opener;
    this.hooks = hooks;
  }

  /**
   * Makes itself known before it returns, where the database allows: other nodes must know of this
   * one before it stores events for their lanes.
   */
  void start() {
    try {
      beat();
    } catch (DatabaseException e) {
      missed(e);
    }
    thread = Thread.ofPlatform().name("lane-leases").daemon().start(this::loop);
  }

  /** The lane, while it is this node's. */
  @Nullable OwnedLane at(Lane lane) {
    return lanes.get(lane.number());
  }

  /** All lanes of this node. */
  List<OwnedLane> all() {
    List<OwnedLane> all = new ArrayList<>();
    for (int i = 0; i < Lane.COUNT; i++) {
      OwnedLane lane = lanes.get(i);
      if (lane != null) {
        all.add(lane);
      }
    }
    return all;
  }

  /** As last announced: empty also while leases could not be renewed for too long. */
  Set<Lane> owned() {
    return owned;
  }

  /** Nodes that are alive, this one included. */
  int alive() {
    return alive;
  }

  /** About the database's time; a little early rather than late. */
  Instant databaseTime() {
    return clock.instant().plus(ahead);
  }

  /** Looks now instead of at the next heartbeat. */
  void nudge() {
    nudge.release();
  }

  /** Another node has it; called by workers. */
  void lost(OwnedLane lane) {
    lane.stop();
    if (lanes.compareAndSet(lane.lane().number(), lane, null)) {
      LOG.warn("lane {} has another owner by now", lane.lane().number());
      listener.lost(lane.lane());
      nudge();
    }
  }

  /** A stopping lane was left by its worker; called by workers. */
  void drained(OwnedLane lane) {
    drained.add(lane);
    nudge();
  }

  /** Takes no lanes any more and asks workers to leave those there are. */
  void leave() {
    taking = false;
    all().forEach(this::drain);
  }

  /** Ends the thread and gives everything back at once. */
  void stop(Duration within) throws InterruptedException {
    running = false;
    nudge();
    if (thread != null) {
      thread.join(within);
    }
    boolean left = left();
    for (int tries = 2; !left && tries <= PARTING_TRIES; tries++) {
      left = left();
    }
    announce(Set.of());
  }

  /** False when the database did not take it; a connection may just have been cut. */
  private boolean left() {
    try {
      database.run(
          Pool.WORK,
          tx -> {
            List<OwnedLane> unused = giveBack(tx);
            table.leave(tx, settings.expiry());
          });
      hooks.freed();
      return true;
    } catch (DatabaseException e) {
      LOG.warn("could not give lanes back, they expire: {}", e.getMessage());
      return false;
    }
  }

  private void loop() {
    while (running) {
      long wait = settings.heartbeat().toMillis();
      try {
        beat();
      } catch (RuntimeException e) {
        missed(e);
        wait = Math.min(wait, 500);
      }
      try {
        boolean nudged = nudge.tryAcquire(wait, TimeUnit.MILLISECONDS);
        if (nudged) {
          nudge.drainPermits();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private record Beat(
      List<OwnedLane> gone, LaneTable.Nodes nodes, Set<Lane> kept, List<Lease> taken) {}

  /** One heartbeat. */
  void beat() {
    List<OwnedLane> mine = all();
    long before = System.nanoTime();
    Instant wall = clock.instant();
    Beat beat =
        database.transaction(
            Pool.WORK,
            tx -> {
              if (!met && table.expirePredecessors(tx) > 0) {
                LOG.warn("taking over from an earlier process of the name {}", settings.node());
              }
              List<OwnedLane> gone = giveBack(tx);
              LaneTable.Nodes nodes = table.seen(tx, settings.version(), settings.expiry());
              List<OwnedLane> left = mine.stream().filter(lane -> !gone.contains(lane)).toList();
              Set<Lane> kept =
                  table.renew(
                      tx, left.stream().map(OwnedLane::renewal).toList(), settings.expiry());
              int room = taking ? Fairness.room(left.size(), nodes.alive()) : 0;
              List<Lease> taken = room == 0 ? List.of() : table.take(tx, room, settings.expiry());
              return new Beat(gone, nodes, kept, taken);
            });
    met = true;
    quiet = false;
    lastSuccess = before;
    alive = beat.nodes().alive();
    skew(Duration.between(beat.nodes().now(), wall));
    apply(mine, beat);
  }

  private void apply(List<OwnedLane> mine, Beat beat) {
    drained.removeAll(beat.gone());
    beat.gone().forEach(lane -> lanes.compareAndSet(lane.lane().number(), lane, null));
    for (OwnedLane lane : mine) {
      if (!beat.gone().contains(lane) && !beat.kept().contains(lane.lane())) {
        lost(lane);
        hooks.wake(lane);
      }
    }
    List<Lane> unclean =
        beat.taken().stream().filter(lease -> !lease.clean()).map(Lease::lane).toList();
    if (!unclean.isEmpty()) {
      LOG.warn(
          "{} lanes were not given back in order; working them carefully at first", unclean.size());
      unclean.forEach(listener::takenOver);
    }
    beat.taken().forEach(this::open);
    List<OwnedLane> staying = all().stream().filter(lane -> !lane.stopping()).toList();
    int surplus = Fairness.surplus(staying.size(), beat.nodes().alive());
    staying.stream()
        .sorted(Comparator.comparing(OwnedLane::lane).reversed())
        .limit(surplus)
        .forEach(this::drain);
    Set<Lane> now = new TreeSet<>();
    all().stream().filter(lane -> !lane.stopping()).forEach(lane -> now.add(lane.lane()));
    announce(now);
    if (!beat.gone().isEmpty()) {
      hooks.freed();
    }
  }

  private void open(Lease lease) {
    OwnedLane lane = opener.apply(lease);
    lanes.set(lease.lane().number(), lane);
    if (!taking) {
      lane.stop();
    }
    hooks.wake(lane);
  }

  /** Lets the worker finish what it has in hand; the lane then comes back through drained. */
  private void drain(OwnedLane lane) {
    lane.stop();
    hooks.wake(lane);
  }

  private List<OwnedLane> giveBack(Tx tx) {
    List<OwnedLane> gone = List.copyOf(drained);
    for (OwnedLane lane : gone) {
      boolean unused = table.giveBack(tx, lane.renewal(), !lane.progress().careful());
    }
    return gone;
  }

  private void announce(Set<Lane> now) {
    if (!now.equals(owned)) {
      owned = Set.copyOf(now);
      hooks.owned(owned);
      listener.owned(owned);
    }
  }

  private void missed(RuntimeException e) {
    if (!quiet) {
      quiet = true;
      LOG.warn("a heartbeat failed: {}", e.getMessage());
    }
    if (System.nanoTime() - lastSuccess > settings.expiry().toNanos()) {
      // Others may have them by now; the lanes themselves go on when it turns out that nobody has.
      announce(Set.of());
    }
  }

  private void skew(Duration skew) {
    // The local time was taken before the database's, so this errs by the round trip at most.
    ahead = skew.negated().minusMillis(100);
    listener.clockSkew(skew);
    if (skew.abs().compareTo(BEARABLE_SKEW) > 0) {
      LOG.error(
          "this node's clock is {} ms from the database's; ids and sweeps lean on it",
          skew.toMillis());
    }
  }
}
