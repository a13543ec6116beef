package dev.gatehouse.deliver.worker;

import dev.gatehouse.db.Database;
import dev.gatehouse.db.DatabaseException;
import dev.gatehouse.db.Pool;
import dev.gatehouse.deadletter.DeadLetters;
import dev.gatehouse.deadletter.triage.SafeText;
import dev.gatehouse.deliver.DeliverListener;
import dev.gatehouse.deliver.DestinationSettings;
import dev.gatehouse.deliver.breaker.Circuit;
import dev.gatehouse.deliver.destination.Destinations;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.Lane;
import dev.gatehouse.process.outbox.DeliveryId;
import dev.gatehouse.process.outbox.Outbox;
import dev.gatehouse.process.outbox.OutboxListener;
import dev.gatehouse.process.outbox.Outgoing;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends everything that is in the outbox, for the lanes this node owns.
 *
 * <p>Threads: a writer, a reader, a keeper of circuits and a maker of rounds; attempts have threads
 * of their own.
 */
public final class Deliverer implements OutboxListener {
  private static final Logger LOG = LoggerFactory.getLogger(Deliverer.class);
  private static final long ROUND_MILLIS = 100;
  private static final int MAX_REASON = 200;
  private static final Duration BREAKING_OFF = Duration.ofMillis(500);

  /**
   * What it works with.
   *
   * @param settings a snapshot of all destinations; asked before each round
   * @param lanes the lanes this node owns now; asked before each round
   * @param node its name, as in {@code attempt.node}
   * @param patience how long a destination may be missing from the settings before what waits for
   *     it is given up as DESTINATION_GONE
   */
  public record Parts(
      Database database,
      Outbox outbox,
      DeadLetters deadLetters,
      Destinations destinations,
      Supplier<List<DestinationSettings>> settings,
      Supplier<Set<Lane>> lanes,
      String node,
      Duration patience,
      InstantSource clock,
      RandomGenerator random,
      DeliverListener listener) {

    /** Where nothing else is configured. */
    public static final Duration DEFAULT_PATIENCE = Duration.ofMinutes(10);
  }

  /**
   * How busy a destination is on this node.
   *
   * @param stands how many attempts at a time go there now
   */
  public record Activity(int queued, int underWay, int stands) {}

  private final Database database;
  private final Lines lines;
  private final CircuitKeeper circuits;
  private final ResultWriter writer;
  private final OutboxReader reader;
  private final Rounds rounds;
  private final Crew crew;
  private final List<Thread> threads = new ArrayList<>();
  private final Semaphore woken = new Semaphore(0);
  private volatile boolean stopping;

  public Deliverer(Parts parts) {
    DeliverListener listener = new GuardedListener(parts.listener());
    this.database = parts.database();
    this.lines = new Lines(parts.settings(), parts.destinations());
    this.circuits =
        new CircuitKeeper(database, parts.clock(), listener, name -> moved(lines.of(name)));
    Results results = new Results(parts.deadLetters(), lines::names, parts.node());
    this.writer = new ResultWriter(database, results, listener, this::wake);
    this.reader = new OutboxReader(database, parts.outbox());
    this.crew =
        new Crew(parts.node(), circuits, writer, reader, parts.clock(), parts.random(), listener);
    this.rounds =
        new Rounds(
            database,
            parts.outbox(),
            lines,
            parts.lanes(),
            new GoneDestinations(parts.outbox(), results, parts.patience()),
            parts.clock());
    lines.use(crew);
  }

  /** Begins to work. Reads the circuits first, so that nothing goes to one that is paused. */
  public void start() {
    circuits.refresh();
    begin("deliver-circuits", circuits);
    begin("deliver-writer", writer);
    begin("deliver-reader", reader);
    begin("deliver-rounds", this::makeRounds);
  }

  @Override
  public void written(List<Outgoing> deliveries) {
    lines.handOver(deliveries);
  }

  /** Looks for due work at once: lanes have changed, or something was re-run. Never blocks. */
  public void wake() {
    woken.release();
  }

  /**
   * Stops all sending to a destination, on all nodes, until it is resumed.
   *
   * @param actor who wants it, and {@code reason} why, for whoever looks at it later
   * @return the circuit after it
   */
  public Circuit pause(DestinationName destination, String actor, String reason) {
    String why = why("paused", actor, reason);
    return circuits.make(Pool.ADMIN, destination, (circuit, now) -> circuit.paused(why, now));
  }

  /** Lets a destination that is paused or open begin again, gently. */
  public Circuit resume(DestinationName destination, String actor, String reason) {
    String why = why("resumed", actor, reason);
    Circuit after =
        circuits.make(Pool.ADMIN, destination, (circuit, now) -> circuit.resumed(why, now));
    moved(lines.of(destination));
    wake();
    return after;
  }

  /** The circuit of a destination, as this node last saw it. */
  public Circuit circuit(DestinationName destination) {
    return circuits.of(destination);
  }

  /** How busy a destination is here; nothing for one that is not configured. */
  public Activity activity(DestinationName destination) {
    Line line = lines.of(destination);
    return line == null
        ? new Activity(0, 0, 0)
        : new Activity(line.queued(), line.underWay(), line.stands());
  }

  /**
   * Begins nothing more, waits so long for what is under way, and writes down how it went. What was
   * not begun, or had to be broken off, stays in the database for whoever comes next.
   */
  public void stop(Duration patience) {
    stopping = true;
    wake();
    reader.stop();
    lines.all().forEach(Line::close);
    long end = System.nanoTime() + patience.toNanos();
    try {
      awaitAttempts(end);
      crew.abandon();
      lines.all().forEach(Line::breakOff);
      awaitAttempts(System.nanoTime() + BREAKING_OFF.toNanos());
      writer.close();
      for (Thread each : threads) {
        if (each.getName().equals("deliver-writer")) {
          each.join(Math.max(1000, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
        }
      }
      giveBack();
      circuits.stop();
      threads.forEach(Thread::interrupt);
      for (Thread each : threads) {
        each.join(1000);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void awaitAttempts(long end) throws InterruptedException {
    while (System.nanoTime() < end && lines.all().stream().anyMatch(l -> l.underWay() > 0)) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
  }

  private void giveBack() {
    List<DeliveryId> claims =
        lines.all().stream().flatMap(line -> line.takeGiveBacks().stream()).toList();
    try {
      database.run(Pool.WORK, tx -> Retries.giveBack(tx, claims, Duration.ZERO));
    } catch (DatabaseException e) {
      LOG.warn("{} claims not given back; they fall due by themselves", claims.size());
    }
  }

  private void makeRounds() {
    try {
      while (!stopping) {
        rounds.runOnce();
        boolean unused = woken.tryAcquire(ROUND_MILLIS, TimeUnit.MILLISECONDS);
        woken.drainPermits();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void begin(String name, Runnable work) {
    threads.add(Thread.ofPlatform().daemon().name(name).start(work));
  }

  private static void moved(@org.jspecify.annotations.Nullable Line line) {
    if (line != null) {
      line.moved();
    }
  }

  private static String why(String what, String actor, String reason) {
    return SafeText.of(what + " by " + actor + (reason.isBlank() ? "" : ": " + reason), MAX_REASON);
  }
}
