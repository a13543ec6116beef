package dev.gatehouse.process.lane;

import dev.gatehouse.db.Database;
import dev.gatehouse.db.DatabaseException;
import dev.gatehouse.db.Pool;
import dev.gatehouse.deadletter.DeadLetters;
import dev.gatehouse.event.InboundEvent;
import dev.gatehouse.event.Lane;
import dev.gatehouse.process.outbox.Outbox;
import dev.gatehouse.process.outbox.OutboxListener;
import dev.gatehouse.receive.journal.EventReader;
import dev.gatehouse.receive.journal.JournalListener;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything about lanes on this node: takes stored events over from the journal, works the lanes
 * that are this node's, tells other nodes about theirs.
 *
 * <p>Safe for all threads. Start it before the journal takes events, stop it after.
 */
public final class LaneService implements JournalListener, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LaneService.class);
  private static final Duration STOP_WITHIN = Duration.ofSeconds(10);

  private final Database database;
  private final LaneSettings settings;
  private final LaneListener listener;
  private final LaneTable table;
  private final HandOff.Room room;
  private final Leases leases;
  private final Workers workers;
  private final Wake wake;
  private final Patrol patrol;
  private final Ear ear;
  private final List<Consumer<Set<Lane>>> owners = new CopyOnWriteArrayList<>();

  /** Wakes lanes; never waits for the database. */
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("lane-clock").daemon().factory());

  /** Asks the database from time to time, and sends calls. */
  private final ScheduledExecutorService rounds =
      Executors.newScheduledThreadPool(
          2, Thread.ofPlatform().name("lane-rounds-", 1).daemon().factory());

  /** What a lane service works with. */
  public record Parts(
      Database database,
      Supplier<ProcessSettings> settings,
      EventReader events,
      Outbox outbox,
      DeadLetters deadLetters,
      OutboxListener outboxListener,
      LaneListener listener,
      InstantSource clock) {}

  public LaneService(LaneSettings settings, Parts parts) {
    this.database = parts.database();
    this.settings = settings;
    this.listener = parts.listener();
    this.table = new LaneTable(settings.node(), UUID.randomUUID());
    this.room = new HandOff.Room(settings.queueBytes());
    this.wake = new Wake(database);
    this.leases =
        new Leases(
            database, settings, table, parts.clock(), listener, this::open, new LeaseHooks());
    Pending pending = new Pending(parts.events());
    Gather gather =
        new Gather(
            parts.events(),
            pending,
            settings.batchEvents(),
            settings.safetyAge(),
            leases::databaseTime,
            () -> leases.owned().size());
    Batch batch =
        new Batch(
            parts.events(),
            parts.outbox(),
            parts.deadLetters(),
            table,
            settings.node(),
            settings.tries());
    LaneWorker worker =
        new LaneWorker(
            database,
            settings,
            parts.settings(),
            pending,
            gather,
            batch,
            table,
            parts.outboxListener(),
            listener,
            leases::lost);
    this.workers = new Workers(worker, settings.batchEvents(), clock, leases::drained, listener);
    this.patrol = new Patrol(database, pending, settings.safetyAge(), this::sweep);
    this.ear = new Ear(database, this::heard, this::missedCalls);
  }

  /** Takes lanes, as the database allows, and begins to work them. */
  public void start() {
    workers.start(settings.workers());
    leases.start();
    if (settings.listen()) {
      ear.start();
    }
    every(rounds, settings.wakeEvery(), () -> wake.send(nodes() > 1));
    every(rounds, settings.poll(), this::poll);
    every(rounds, settings.sweep(), () -> patrol.walk(leases.all(), leases.databaseTime()));
  }

  /** Takes what it has room for; the rest is found by looking. Does not block. */
  @Override
  public void stored(List<InboundEvent> events) {
    long elsewhere = 0;
    for (InboundEvent event : events) {
      OwnedLane lane = leases.at(event.lane());
      if (lane == null || lane.stopping()) {
        elsewhere |= Wake.bit(event.lane());
        continue;
      }
      boolean wasOpen = lane.handOff().isOpen();
      if (!lane.handOff().offer(event) && wasOpen) {
        listener.overflowed(event.lane());
      }
      workers.wake(lane);
    }
    if (elsewhere != 0) {
      wake.stored(elsewhere);
    }
  }

  /**
   * A waiting event of that lane has become due: asked for again, or let go. Call it after the
   * commit, on whatever node; without it the next poll finds the event.
   */
  public void due(Lane lane) {
    OwnedLane mine = leases.at(lane);
    if (mine == null) {
      wake.due(lane);
    } else {
      mine.askDue();
      workers.wake(mine);
    }
  }

  /** The lanes this node works just now. */
  public Set<Lane> owned() {
    return leases.owned();
  }

  /** Tells about {@link #owned()} now and whenever it changes; must not block. */
  public void onOwned(Consumer<Set<Lane>> told) {
    owners.add(told);
    told.accept(leases.owned());
  }

  /** How many nodes are alive, this one included, as of the last heartbeat. */
  public int nodes() {
    return leases.alive();
  }

  /** Events handed over and not yet worked. */
  public int queued() {
    return leases.all().stream().mapToInt(lane -> lane.handOff().size()).sum();
  }

  /** True when every lane of this node has done what it knew of. Says nothing of other nodes. */
  public boolean idle() {
    return leases.all().stream()
        .allMatch(lane -> lane.idle() && lane.handOff().isOpen() && lane.handOff().size() == 0);
  }

  /** Looks through all lanes of this node from their low-water marks, now. */
  public void sweep() {
    leases
        .all()
        .forEach(
            lane -> {
              lane.askDue();
              sweep(lane);
            });
  }

  /** Finishes what is in hand, gives all lanes back and tells the others. */
  @Override
  public void close() {
    try {
      leases.leave();
      workers.stop(STOP_WITHIN);
      rounds.shutdownNow();
      clock.shutdownNow();
      leases.stop(STOP_WITHIN);
      wake.send(true);
      ear.stop(STOP_WITHIN);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private OwnedLane open(Lease lease) {
    return new OwnedLane(
        lease,
        new HandOff(settings.queueEvents(), room),
        new Progress(lease, settings.safetyAge(), settings.batchEvents()));
  }

  private void heard(Wake.Call call) {
    Wake.Call.each(
        call.events() | call.due(),
        number -> {
          OwnedLane lane = leases.at(new Lane((int) number));
          if (lane != null) {
            if ((call.events() & Wake.bit(lane.lane())) != 0) {
              lane.askForeign();
            }
            if ((call.due() & Wake.bit(lane.lane())) != 0) {
              lane.askDue();
            }
            workers.wake(lane);
          }
        });
    if (call.freed()) {
      leases.nudge();
    }
  }

  private void missedCalls() {
    leases.nudge();
    lookForForeign();
  }

  private void lookForForeign() {
    leases
        .all()
        .forEach(
            lane -> {
              lane.askForeign();
              workers.wake(lane);
            });
  }

  private void poll() {
    Set<Lane> mine = leases.owned();
    if (mine.isEmpty()) {
      return;
    }
    Set<Lane> due = database.transaction(Pool.WORK, tx -> table.withDue(tx, mine));
    due.forEach(this::due);
    if (nodes() > 1 && !ear.listening()) {
      lookForForeign();
    }
  }

  private void sweep(OwnedLane lane) {
    lane.askSweep();
    workers.wake(lane);
  }

  private static void every(ScheduledExecutorService executor, Duration period, Runnable round) {
    var unused =
        executor.scheduleWithFixedDelay(
            () -> guarded(round), period.toNanos(), period.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** A round that fails must not be the last one. */
  private static void guarded(Runnable round) {
    try {
      round.run();
    } catch (DatabaseException e) {
      LOG.debug("a round found the database away: {}", e.getMessage());
    } catch (RuntimeException e) {
      LOG.warn("a round failed", e);
    }
  }

  private final class LeaseHooks implements Leases.Hooks {
    @Override
    public void wake(OwnedLane lane) {
      workers.wake(lane);
    }

    @Override
    public void owned(Set<Lane> lanes) {
      owners.forEach(told -> told.accept(lanes));
    }

    @Override
    public void freed() {
      wake.freed();
    }
  }
}
