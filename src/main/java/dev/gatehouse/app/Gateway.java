package dev.gatehouse.app;

import dev.gatehouse.deadletter.DeadLetters;
import dev.gatehouse.deliver.destination.Destinations;
import dev.gatehouse.deliver.worker.Deliverer;
import dev.gatehouse.event.Lane;
import dev.gatehouse.operate.api.AdminServer;
import dev.gatehouse.process.lane.LaneService;
import dev.gatehouse.process.lane.ProcessSettings;
import dev.gatehouse.process.outbox.Outbox;
import dev.gatehouse.receive.intake.IntakeServer;
import dev.gatehouse.receive.intake.IntakeSettings;
import dev.gatehouse.receive.intake.PublishedKeys;
import dev.gatehouse.receive.intake.Visits;
import dev.gatehouse.receive.journal.EventReader;
import dev.gatehouse.receive.journal.Journal;
import dev.gatehouse.receive.journal.Sources;
import dev.gatehouse.watch.metrics.DeliverMetrics;
import dev.gatehouse.watch.metrics.IntakeMetrics;
import dev.gatehouse.watch.metrics.LaneMetrics;
import dev.gatehouse.watch.metrics.Metrics;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;

/**
 * One running gateway: all rooms built in order and connected, both ports open.
 *
 * <p>Stops in the opposite order: the public port first, so that whatever was acknowledged is in
 * the journal; lanes are handed back; attempts under way are written down; the database last.
 */
public final class Gateway implements AutoCloseable {
  private static final Duration DELIVERIES_MAY_TAKE = Duration.ofSeconds(10);

  private final Closing closing;
  private final Core core;
  private final IntakeServer intake;
  private final AdminServer admin;
  private final LaneService lanes;

  private Gateway(
      Closing closing, Core core, IntakeServer intake, AdminServer admin, LaneService lanes) {
    this.closing = closing;
    this.core = core;
    this.intake = intake;
    this.admin = admin;
    this.lanes = lanes;
  }

  /**
   * Starts a gateway; when this returns, it takes requests.
   *
   * @throws BadConfiguration with every mistake in the file
   * @throws dev.gatehouse.db.DatabaseException when the database cannot be reached
   */
  public static Gateway start(GatewayOptions options) {
    Closing closing = new Closing();
    try {
      return start(Core.open(options, closing), closing);
    } catch (RuntimeException e) {
      closing.close();
      throw e;
    }
  }

  /** The port providers post to. */
  public int port() {
    return intake.port();
  }

  /** The port for people and programs that run it. */
  public int adminPort() {
    return admin.port();
  }

  /** The lanes of this node, for tests that wait for work to be done. */
  public LaneService lanes() {
    return lanes;
  }

  /** In a line, for people. */
  public String describe() {
    return "public port "
        + port()
        + ", admin port "
        + adminPort()
        + ", "
        + (core.database().server().isPresent()
            ? "embedded PostgreSQL in " + core.options().dataDir().resolve("postgres")
            : "PostgreSQL by URL")
        + ", node "
        + core.node();
  }

  @Override
  public void close() {
    closing.close();
  }

  private static Gateway start(Core core, Closing closing) {
    var settings = core.settings();
    Metrics metrics = closing.add("metrics", new Metrics());
    IntakeMetrics intakeMetrics = new IntakeMetrics(metrics.registry());
    DeadLetters deadLetters = deadLetters(core);
    EventReader events = new EventReader();
    Outbox outbox = new Outbox(events::byIds);

    AtomicReference<Set<Lane>> owned = new AtomicReference<>(Set.of());
    Deliverer deliverer =
        new Deliverer(
            new Deliverer.Parts(
                core.database(),
                outbox,
                deadLetters,
                new Destinations(),
                () -> List.copyOf(settings.destinations().values()),
                owned::get,
                core.node(),
                Deliverer.Parts.DEFAULT_PATIENCE,
                core.clock(),
                RandomGenerator.of("L64X128MixRandom"),
                new DeliverMetrics(metrics.registry())));
    ProcessSettings process =
        new ProcessSettings(settings.machines(), settings.router(), settings.extractors());
    LaneService lanes =
        new LaneService(
            settings.lanes().settings(core.node(), Version.current()),
            new LaneService.Parts(
                core.database(),
                () -> process,
                events,
                outbox,
                deadLetters,
                deliverer,
                new LaneMetrics(metrics.registry(), core.idClock()::skewed),
                core.clock()));
    lanes.onOwned(
        now -> {
          owned.set(now);
          deliverer.wake();
        });
    Journal journal =
        new Journal(
            core.database(),
            settings.journal(),
            new Sources(core.database()),
            List.of(lanes, intakeMetrics));
    var sources = settings.intakeSources(core.ring()::of, core.revision());
    IntakeServer intake =
        new IntakeServer(
            address(core),
            () -> sources,
            journal,
            core.database(),
            core.ids(),
            core.clock(),
            intakeMetrics,
            new Handover(core, closing.add("visits", new Visits())),
            closing.add("published keys", new PublishedKeys()));
    AdminServer admin = AdminRoom.build(core, metrics, process, deliverer, lanes, closing);

    closing.add("admin port", admin.start());
    closing.add("partitions", new PartitionRounds(core.database(), core.clock())).start();
    deliverer.start();
    closing.add("deliveries", () -> deliverer.stop(DELIVERIES_MAY_TAKE));
    lanes.start();
    closing.add("lanes", lanes);
    closing.add("journal", journal.start());
    closing.add("public port", intake.start());
    return new Gateway(closing, core, intake, admin, lanes);
  }

  private static DeadLetters deadLetters(Core core) {
    var settings = core.settings().deadLetters().settings(Version.current(), core.revision());
    return new DeadLetters(() -> settings, core.clock(), core.ids());
  }

  private static IntakeSettings address(Core core) {
    IntakeSettings file = core.settings().intake();
    return file.at(file.host(), core.options().port().orElse(file.port()));
  }
}
