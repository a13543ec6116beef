package dev.gatehouse.deliver.worker;

import dev.gatehouse.db.Database;
import dev.gatehouse.db.DatabaseException;
import dev.gatehouse.db.Pool;
import dev.gatehouse.deliver.DeliverListener;
import dev.gatehouse.deliver.breaker.Circuit;
import dev.gatehouse.event.DestinationName;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This node's view of all circuits, at most half a second old, and the one thread that moves them.
 *
 * <p>A move that was asked for is made when the database can be reached again; until then the line
 * that asked sends nothing. Whoever makes a move tells the listener: one node, once.
 */
final class CircuitKeeper implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(CircuitKeeper.class);
  private static final Duration REFRESH = Duration.ofMillis(500);
  private static final Circuit NO_TROUBLE = Circuit.closed(Instant.EPOCH);

  private final Database database;
  private final InstantSource clock;
  private final DeliverListener listener;
  private final Consumer<DestinationName> moved;

  /** At most one or two for each attempt under way. */
  private final BlockingQueue<Asked> asked = new LinkedBlockingQueue<>();

  private volatile Map<DestinationName, Circuit> circuits = Map.of();

  /** What to add to our clock to get the database's. */
  private volatile Duration ahead = Duration.ZERO;

  private volatile boolean stopped;

  private record Asked(DestinationName destination, CircuitMove move) {}

  /**
   * @param moved told after each move that was asked for, whoever made it
   */
  CircuitKeeper(
      Database database,
      InstantSource clock,
      DeliverListener listener,
      Consumer<DestinationName> moved) {
    this.database = database;
    this.clock = clock;
    this.listener = listener;
    this.moved = moved;
  }

  /** The circuit as last seen; closed for a destination without a row. */
  Circuit of(DestinationName destination) {
    return circuits.getOrDefault(destination, NO_TROUBLE);
  }

  /** The database's clock, as far as known. */
  Instant now() {
    return clock.instant().plus(ahead);
  }

  /** Has a move made soon. Never blocks. */
  void ask(DestinationName destination, CircuitMove move) {
    asked.add(new Asked(destination, move));
  }

  /** Makes a move now, on the caller's thread, and returns the circuit after it. */
  Circuit make(Pool pool, DestinationName destination, CircuitMove move) {
    Circuits.Moved after = database.transaction(pool, tx -> Circuits.move(tx, destination, move));
    seen(destination, after.circuit());
    if (after.changed()) {
      LOG.info(
          "destination {}: circuit {} ({})",
          destination,
          after.circuit().state(),
          after.circuit().reason());
      listener.circuit(destination, after.circuit());
    }
    return after.circuit();
  }

  @Override
  public void run() {
    while (!stopped) {
      try {
        Asked next = asked.poll(REFRESH.toMillis(), TimeUnit.MILLISECONDS);
        if (next == null) {
          refresh();
        } else {
          makeAtLast(next);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      } catch (DatabaseException e) {
        LOG.warn("circuits not read: SQL state {}", e.sqlState());
      }
    }
  }

  /** Reads all circuits. */
  void refresh() {
    Instant before = clock.instant();
    Circuits.All all = database.transaction(Pool.WORK, Circuits::all);
    ahead = Duration.between(before, all.now());
    synchronized (this) {
      Map<DestinationName, Circuit> newer = new HashMap<>(all.circuits());
      // A move made on another thread meanwhile is newer than what was read.
      circuits.forEach(
          (name, circuit) ->
              newer.merge(name, circuit, (a, b) -> a.version() >= b.version() ? a : b));
      circuits = Map.copyOf(newer);
    }
  }

  void stop() {
    stopped = true;
  }

  private void makeAtLast(Asked next) throws InterruptedException {
    while (!stopped) {
      try {
        make(Pool.WORK, next.destination(), next.move());
        moved.accept(next.destination());
        return;
      } catch (DatabaseException e) {
        LOG.warn("circuit of {} not moved yet: SQL state {}", next.destination(), e.sqlState());
        TimeUnit.MILLISECONDS.sleep(REFRESH.toMillis());
      }
    }
  }

  private synchronized void seen(DestinationName destination, Circuit circuit) {
    Map<DestinationName, Circuit> newer = new HashMap<>(circuits);
    newer.put(destination, circuit);
    circuits = Map.copyOf(newer);
  }
}
