package dev.gatehouse.deliver.worker;

import dev.gatehouse.db.Database;
import dev.gatehouse.db.Pool;
import dev.gatehouse.db.TestDatabase;
import dev.gatehouse.deadletter.DeadLetterSettings;
import dev.gatehouse.deadletter.DeadLetters;
import dev.gatehouse.deliver.DeliverListener;
import dev.gatehouse.deliver.DestinationSettings;
import dev.gatehouse.deliver.Sink;
import dev.gatehouse.deliver.Target;
import dev.gatehouse.deliver.breaker.BreakerSettings;
import dev.gatehouse.deliver.breaker.Circuit;
import dev.gatehouse.deliver.destination.Destinations;
import dev.gatehouse.deliver.retry.RetryPolicy;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.ErrorCode;
import dev.gatehouse.event.EventId;
import dev.gatehouse.event.EventIds;
import dev.gatehouse.event.InboundEvent;
import dev.gatehouse.event.Lane;
import dev.gatehouse.process.outbox.Outbox;
import dev.gatehouse.process.outbox.Outgoing;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A deliverer of a node over a test database, with events kept in memory in place of a journal. */
final class Node implements AutoCloseable {
  static final Set<Lane> ALL_LANES =
      IntStream.range(0, Lane.COUNT).mapToObj(Lane::new).collect(Collectors.toUnmodifiableSet());

  /** Three attempts, milliseconds apart. */
  static final RetryPolicy QUICK =
      RetryPolicy.of(Duration.ofMillis(5), Duration.ofMillis(20), 3, Duration.ofHours(1));

  /** Opens late, for tests that are not about it. */
  static final BreakerSettings PATIENT =
      new BreakerSettings(
          100_000,
          1,
          100_000,
          Duration.ofSeconds(30),
          Duration.ofMillis(200),
          Duration.ofSeconds(1),
          Duration.ofSeconds(2),
          Duration.ofMillis(100));

  /** Shared by all nodes of a test. */
  static final Map<EventId, InboundEvent> EVENTS = new ConcurrentHashMap<>();

  static final Outbox OUTBOX = new Outbox((tx, ids) -> load(ids));

  final List<String> attempts = Collections.synchronizedList(new ArrayList<>());
  final List<ErrorCode> dead = new CopyOnWriteArrayList<>();
  final List<EventId> delivered = Collections.synchronizedList(new ArrayList<>());
  final List<Circuit> circuits = new CopyOnWriteArrayList<>();
  final Deliverer deliverer;
  private final Database database;
  private volatile List<DestinationSettings> settings;
  private volatile Set<Lane> lanes = ALL_LANES;

  Node(Database database, String name, List<DestinationSettings> settings) {
    this(database, name, settings, new Destinations(), Duration.ofMinutes(10));
  }

  Node(
      Database database,
      String name,
      List<DestinationSettings> settings,
      Destinations destinations,
      Duration patience) {
    this.database = database;
    this.settings = settings;
    this.deliverer =
        new Deliverer(
            new Deliverer.Parts(
                database,
                OUTBOX,
                new DeadLetters(
                    () -> DeadLetterSettings.defaults("test", 1),
                    InstantSource.system(),
                    new EventIds(InstantSource.system(), new Random())),
                destinations,
                () -> this.settings,
                () -> lanes,
                name,
                patience,
                InstantSource.system(),
                new Random(),
                new Recorder()));
  }

  static Node started(TestDatabase database, DestinationSettings... settings) {
    Node node = new Node(database.database(), "node", List.of(settings));
    node.deliverer.start();
    return node;
  }

  static DestinationSettings to(String name, Sink sink) {
    return to(name, sink.url());
  }

  static DestinationSettings to(String name, String url) {
    Target.Http target =
        new Target.Http(url, true, true, Duration.ofSeconds(5), List.of(), Map.of(), Set.of());
    return DestinationSettings.of(new DestinationName(name), target).with(QUICK).with(PATIENT);
  }

  void configure(DestinationSettings... now) {
    settings = List.of(now);
  }

  void own(Set<Lane> now) {
    lanes = now;
  }

  /** Writes deliveries as a lane would, and hands them over. */
  void write(List<Outgoing> deliveries) {
    insert(database, deliveries);
    deliverer.written(deliveries);
  }

  void write(Outgoing... deliveries) {
    write(List.of(deliveries));
  }

  /** Writes deliveries without handing them over. */
  static void insert(Database database, List<Outgoing> deliveries) {
    deliveries.forEach(each -> EVENTS.put(each.event().id(), each.event()));
    database.run(
        Pool.ADMIN,
        tx -> {
          List<Outgoing> unused = OUTBOX.insert(tx, deliveries);
        });
  }

  private static List<InboundEvent> load(Collection<EventId> ids) {
    return ids.stream().map(EVENTS::get).filter(Objects::nonNull).toList();
  }

  private final class Recorder implements DeliverListener {
    @Override
    public void attempted(
        DestinationName destination, String result, Duration latency, boolean retry) {
      attempts.add(destination + " " + result);
    }

    @Override
    public void delivered(Outgoing delivery) {
      delivered.add(delivery.event().id());
    }

    @Override
    public void dead(EventId event, DestinationName destination, ErrorCode code) {
      dead.add(code);
    }

    @Override
    public void circuit(DestinationName destination, Circuit circuit) {
      circuits.add(circuit);
    }
  }

  @Override
  public void close() {
    deliverer.stop(Duration.ofSeconds(2));
  }
}
