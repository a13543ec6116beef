package dev.gatehouse.process.lane;

import com.sun.management.OperatingSystemMXBean;
import dev.gatehouse.db.TestDatabase;
import dev.gatehouse.event.EntityRef;
import dev.gatehouse.event.EventId;
import dev.gatehouse.event.EventIds;
import dev.gatehouse.event.Headers;
import dev.gatehouse.event.InboundEvent;
import dev.gatehouse.event.Lane;
import dev.gatehouse.event.RawBody;
import dev.gatehouse.process.outbox.Outgoing;
import dev.gatehouse.receive.journal.Journal;
import dev.gatehouse.receive.journal.JournalListener;
import dev.gatehouse.receive.journal.JournalSettings;
import dev.gatehouse.receive.journal.Receipt;
import dev.gatehouse.receive.journal.Sources;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * How many events a second go from the journal to their verdict and delivery row, without HTTP on
 * either side: everything at once, then the drain of a backlog. Beside each rate stands the
 * processor time per event, of this process and of PostgreSQL, which says more than the rate while
 * other programs use the machine.
 *
 * <p>Run its main with the test class path; arguments: events, entities, workers.
 */
public final class LaneSpeed {
  private static final int IN_FLIGHT = 4_000;

  /** Nobody waits here but this program. */
  private static final JournalSettings PATIENT =
      new JournalSettings(
          2,
          10_000,
          64L << 20,
          1_000,
          8L << 20,
          Duration.ofMinutes(1),
          Duration.ofMinutes(1),
          Duration.ofSeconds(5));

  private LaneSpeed() {}

  public static void main(String[] arguments) throws InterruptedException {
    int count = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 100_000;
    int entities = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 20_000;
    int workers = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 2;
    try (TestDatabase db = TestDatabase.fresh()) {
      EventIds ids = new EventIds(InstantSource.system(), new SplittableRandom(5));
      Counter counter = new Counter();
      LaneService service = service(db, workers, counter);
      service.start();
      live(db, service, events(ids, count / 4, entities), counter, "warm-up");
      live(db, service, events(ids, count, entities), counter, "live");
      service.close();

      try (Journal journal = journal(db, List.of())) {
        offer(journal, events(ids, count, entities));
      }
      counter.reset();
      LaneService again = service(db, workers, counter);
      Used start = Used.now(db);
      again.start();
      counter.await(count);
      print("drain", count, start, db);
      again.close();
    }
  }

  private static void live(
      TestDatabase db,
      LaneService service,
      List<InboundEvent> events,
      Counter counter,
      String name) {
    counter.reset();
    Used start = Used.now(db);
    try (Journal journal = journal(db, List.of(service))) {
      offer(journal, events);
      print(name + ": acknowledged", events.size(), start, db);
      counter.await(events.size());
      print(name + ": verdicts", events.size(), start, db);
      System.out.printf(
          "  %d batches of %.0f events over %.0f lanes, %.1f ms each; overflowed %d, swept %d%n",
          counter.batches.get(),
          (double) counter.verdicts.get() / counter.batches.get(),
          (double) counter.lanes.get() / counter.batches.get(),
          counter.nanos.get() / 1e6 / counter.batches.get(),
          counter.overflowed.get(),
          counter.swept.get());
    }
  }

  private static Journal journal(TestDatabase db, List<JournalListener> listeners) {
    return new Journal(db.database(), PATIENT, new Sources(db.database()), listeners).start();
  }

  private static void offer(Journal journal, List<InboundEvent> events) {
    Semaphore room = new Semaphore(IN_FLIGHT);
    AtomicInteger refused = new AtomicInteger();
    for (InboundEvent event : events) {
      room.acquireUninterruptibly();
      var unused =
          journal
              .offer(event)
              .whenComplete(
                  (receipt, failure) -> {
                    if (!(receipt instanceof Receipt.Stored)) {
                      refused.incrementAndGet();
                    }
                    room.release();
                  });
    }
    room.acquireUninterruptibly(IN_FLIGHT);
    if (refused.get() > 0) {
      throw new IllegalStateException(refused + " events were not stored");
    }
  }

  private static LaneService service(TestDatabase db, int workers, Counter counter) {
    LaneSettings settings =
        LaneSettings.of("speed", "test").withBounds(workers, 512, 2_000, 64L << 20);
    return new LaneService(
        settings,
        LaneNode.parts(db.database(), Samples.settings(Samples.pingPong()), new Drop(), counter));
  }

  /** Each entity's events in turn, so that every one of them moves it. */
  private static List<InboundEvent> events(EventIds ids, int count, int entities) {
    String padding = "x".repeat(1_000);
    List<InboundEvent> all = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      EntityRef entity = new EntityRef("order", i % entities + "-" + count);
      RawBody body = new RawBody(("{\"n\":\"" + padding + "\"}").getBytes(StandardCharsets.UTF_8));
      EventId id = ids.next();
      all.add(
          new InboundEvent(
              id,
              StoredEvents.SOURCE,
              id.toString(),
              i / entities % 2 == 0 ? "ping" : "pong",
              null,
              entity,
              Lane.of(entity),
              null,
              null,
              Instant.now(),
              "application/json",
              Headers.NONE,
              body,
              body.sha256(),
              "current:1",
              null,
              Set.of(),
              "r",
              1));
    }
    return all;
  }

  private static void print(String what, int count, Used start, TestDatabase db) {
    Used end = Used.now(db);
    double seconds = (end.wall() - start.wall()) / 1e9;
    System.out.printf(
        "%-24s %,9.0f events/s (%.1f s); per event %.0f us here, %.0f us in PostgreSQL%n",
        what,
        count / seconds,
        seconds,
        (end.here() - start.here()) / 1e3 / count,
        (end.postgres() - start.postgres()) / 1e3 / count);
  }

  /** Time so far, in nanoseconds: by the clock, and of the processors. */
  private record Used(long wall, long here, long postgres) {
    static Used now(TestDatabase db) {
      long here =
          ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
      Number backend =
          (Number)
              Objects.requireNonNull(
                  db.query("select pg_backend_pid() as pid").getFirst().get("pid"));
      long postgres =
          ProcessHandle.of(backend.longValue())
              .flatMap(ProcessHandle::parent)
              .map(
                  server ->
                      server
                          .children()
                          .flatMap(child -> child.info().totalCpuDuration().stream())
                          .mapToLong(Duration::toNanos)
                          .sum())
              .orElse(0L);
      return new Used(System.nanoTime(), here, postgres);
    }
  }

  /** Takes deliveries and forgets them. */
  private static final class Drop extends ArrayList<Outgoing> {
    private static final long serialVersionUID = 1L;

    @Override
    public boolean addAll(Collection<? extends Outgoing> all) {
      return true;
    }
  }

  private static final class Counter implements LaneListener {
    final AtomicLong verdicts = new AtomicLong();
    final AtomicLong batches = new AtomicLong();
    final AtomicLong lanes = new AtomicLong();
    final AtomicLong nanos = new AtomicLong();
    final AtomicLong overflowed = new AtomicLong();
    final AtomicLong swept = new AtomicLong();

    @Override
    public void committed(int of, int count, int waiting, int dead, Duration took) {
      verdicts.addAndGet(count);
      batches.incrementAndGet();
      lanes.addAndGet(of);
      nanos.addAndGet(took.toNanos());
    }

    @Override
    public void overflowed(Lane lane) {
      overflowed.incrementAndGet();
    }

    @Override
    public void swept(Lane lane, int events) {
      swept.addAndGet(events);
    }

    void reset() {
      List.of(verdicts, batches, lanes, nanos, overflowed, swept).forEach(each -> each.set(0));
    }

    void await(int count) {
      while (verdicts.get() < count) {
        LockSupport.parkNanos(1_000_000);
      }
    }
  }
}
