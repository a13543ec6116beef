package dev.gatehouse.bench;

import dev.gatehouse.db.Database;
import dev.gatehouse.db.DatabaseSettings;
import dev.gatehouse.db.Pool;
import dev.gatehouse.db.Tx;
import dev.gatehouse.deadletter.DeadLetterSettings;
import dev.gatehouse.deadletter.DeadLetters;
import dev.gatehouse.deliver.DeliverListener;
import dev.gatehouse.deliver.DestinationSettings;
import dev.gatehouse.deliver.Target;
import dev.gatehouse.deliver.destination.Destinations;
import dev.gatehouse.deliver.worker.Deliverer;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.EventIds;
import dev.gatehouse.event.Lane;
import dev.gatehouse.process.outbox.DeliveryId;
import dev.gatehouse.process.outbox.Outbox;
import dev.gatehouse.process.outbox.Outgoing;
import dev.gatehouse.receive.journal.EventReader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongFunction;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The delivering part alone, in this process, over a database of its own. */
final class Delivering implements AutoCloseable {
  private static final Set<Lane> ALL_LANES =
      IntStream.range(0, Lane.COUNT).mapToObj(Lane::new).collect(Collectors.toUnmodifiableSet());

  private static final int BATCH = 1000;
  private static final long LOOK_NANOS = Duration.ofMillis(5).toNanos();
  private static final Duration LIMIT = Duration.ofSeconds(90);

  private final Database database;
  private final Outbox outbox = new Outbox(new EventReader()::byIds);
  private final DeliveryRows rows = new DeliveryRows();

  Delivering(String url, Path folder) {
    this.database = Database.open(DatabaseSettings.at(url, folder), InstantSource.system());
  }

  /** A destination on loopback with everything as it comes. */
  static DestinationSettings to(String name, int port) {
    Target.Http target =
        new Target.Http(
            "http://127.0.0.1:" + port + "/hook",
            true,
            true,
            Target.Http.DEFAULT_TIMEOUT,
            List.of(),
            Map.of(),
            Set.of());
    return DestinationSettings.of(new DestinationName(name), target);
  }

  /** Writes deliveries as verdicts would. */
  List<DeliveryId> write(int count, LongFunction<DestinationName> to) {
    List<DeliveryId> written = new ArrayList<>(count);
    for (int left = count; left > 0; left -= BATCH) {
      int some = Math.min(BATCH, left);
      written.addAll(database.transaction(Pool.ADMIN, tx -> batch(tx, some, to)));
    }
    return written;
  }

  private List<DeliveryId> batch(Tx tx, int count, LongFunction<DestinationName> to) {
    try {
      return rows.write(tx.connection(), count, to);
    } catch (SQLException e) {
      throw new IllegalStateException("writing deliveries", e);
    }
  }

  /** What the server would do later by itself, so that it does not do it meanwhile. */
  void settle() {
    try (Connection connection = database.dedicatedConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("vacuum (analyze)");
      statement.execute("checkpoint");
    } catch (SQLException e) {
      throw new IllegalStateException("settling", e);
    }
  }

  /** Deliveries as they would be handed over. */
  List<Outgoing> whole(Collection<DeliveryId> ids) {
    return database.transaction(Pool.ADMIN, tx -> outbox.byIds(tx, ids));
  }

  /** Begins to deliver what waits; the caller stops it. */
  Deliverer start(List<DestinationSettings> settings, DeliverListener listener) {
    Deliverer deliverer =
        new Deliverer(
            new Deliverer.Parts(
                database,
                outbox,
                new DeadLetters(
                    () -> DeadLetterSettings.defaults("bench", 1),
                    InstantSource.system(),
                    new EventIds(InstantSource.system(), new Random())),
                new Destinations(),
                () -> settings,
                () -> ALL_LANES,
                "bench",
                Duration.ofMinutes(10),
                InstantSource.system(),
                RandomGenerator.of("L64X128MixRandom"),
                listener));
    deliverer.start();
    return deliverer;
  }

  /** Deliveries a second at the sink, from the first to the last of so many that wait. */
  double drain(List<DestinationSettings> settings, CountingSink sink, long waiting) {
    sink.reset();
    Deliverer deliverer = start(settings, DeliverListener.NONE);
    long end = System.nanoTime() + LIMIT.toNanos();
    while (sink.count() < waiting && System.nanoTime() < end) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
    double rate = (waiting - 1) / ((sink.lastAt() - sink.firstAt()) / 1e9);
    deliverer.stop(Duration.ZERO);
    if (sink.count() < waiting) {
      throw new IllegalStateException(
          "%d of %d delivered within %s".formatted(sink.count(), waiting, LIMIT));
    }
    return rate;
  }

  @Override
  public void close() {
    database.close();
  }
}
