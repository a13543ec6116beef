package dev.gatehouse.process.lane;

import dev.gatehouse.db.Database;
import dev.gatehouse.deadletter.DeadLetterSettings;
import dev.gatehouse.deadletter.DeadLetters;
import dev.gatehouse.event.EventIds;
import dev.gatehouse.event.InboundEvent;
import dev.gatehouse.event.Lane;
import dev.gatehouse.process.outbox.Outbox;
import dev.gatehouse.process.outbox.Outgoing;
import dev.gatehouse.receive.journal.EventReader;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;

/** A node that only has lanes, with a quick heart. */
final class LaneNode implements AutoCloseable {
  final Database database;
  final LaneService service;
  final List<Outgoing> written = new CopyOnWriteArrayList<>();
  final Heard heard = new Heard();

  static {
    // Many builds on few processors must not look like a fault.
    Awaitility.setDefaultTimeout(Duration.ofSeconds(30));
  }

  /** Counts what is told. */
  static final class Heard implements LaneListener {
    final AtomicInteger verdicts = new AtomicInteger();
    final AtomicInteger overflowed = new AtomicInteger();
    final AtomicInteger swept = new AtomicInteger();
    final AtomicInteger splits = new AtomicInteger();
    final AtomicInteger poisoned = new AtomicInteger();
    final AtomicInteger lost = new AtomicInteger();
    final AtomicInteger takenOver = new AtomicInteger();

    @Override
    public void committed(int lanes, int count, int waiting, int dead, Duration took) {
      verdicts.addAndGet(count);
    }

    @Override
    public void overflowed(Lane lane) {
      overflowed.incrementAndGet();
    }

    @Override
    public void swept(Lane lane, int events) {
      swept.addAndGet(events);
    }

    @Override
    public void split(int events) {
      splits.incrementAndGet();
    }

    @Override
    public void poisoned(Lane lane) {
      poisoned.incrementAndGet();
    }

    @Override
    public void lost(Lane lane) {
      lost.incrementAndGet();
    }

    @Override
    public void takenOver(Lane lane) {
      takenOver.incrementAndGet();
    }
  }

  LaneNode(Database database, String name, ProcessSettings settings) {
    this(database, name, settings, each -> each);
  }

  LaneNode(
      Database database,
      String name,
      ProcessSettings settings,
      UnaryOperator<LaneSettings> adjusted) {
    this.database = database;
    this.service =
        new LaneService(adjusted.apply(quick(name)), parts(database, settings, written, heard));
  }

  static LaneService.Parts parts(
      Database database, ProcessSettings settings, List<Outgoing> written, LaneListener listener) {
    EventReader reader = new EventReader();
    return new LaneService.Parts(
        database,
        () -> settings,
        reader,
        new Outbox(reader::byIds),
        new DeadLetters(
            () -> DeadLetterSettings.defaults("test", 1),
            InstantSource.system(),
            new EventIds(InstantSource.system(), new SplittableRandom(3))),
        written::addAll,
        listener,
        InstantSource.system());
  }

  static LaneSettings quick(String name) {
    return LaneSettings.of(name, "test")
        .withTimes(
            Duration.ofMillis(150),
            Duration.ofMillis(900),
            Duration.ofMillis(100),
            Duration.ofMillis(1_000));
  }

  LaneNode start() {
    service.start();
    return this;
  }

  /** As the journal does: commit, then tell. */
  void store(List<InboundEvent> events) {
    StoredEvents.store(database, events);
    service.stored(events);
  }

  int lanes() {
    return service.owned().size();
  }

  @Override
  public void close() {
    service.close();
  }
}
