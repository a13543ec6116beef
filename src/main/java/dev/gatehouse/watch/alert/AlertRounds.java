package dev.gatehouse.watch.alert;

import dev.gatehouse.db.Database;
import dev.gatehouse.db.Pool;
import dev.gatehouse.watch.inspect.Stats;
import dev.gatehouse.watch.inspect.StatsReader;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks around every so often, keeps the alerts, and says in the log what has begun and what is
 * over.
 */
public final class AlertRounds implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AlertRounds.class);

  /** A round that took long is followed by a longer pause: looking costs a twentieth at most. */
  private static final int PAUSE_PER_ROUND = 20;

  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(2);

  private final Database database;
  private final StatsReader stats;
  private final Alerts alerts;
  private final Duration every;
  private final Lookout lookout = new Lookout();
  private final CountDownLatch stop = new CountDownLatch(1);

  public AlertRounds(Database database, StatsReader stats, Alerts alerts, Duration every) {
    this.database = database;
    this.stats = stats;
    this.alerts = alerts;
    this.every = every;
  }

  /** One round. */
  public Alerts.Changes runOnce() {
    Stats now = stats.now();
    List<Finding> findings = database.transaction(Pool.ADMIN, tx -> lookout.look(tx, now));
    Alerts.Changes changes = database.transaction(Pool.ADMIN, tx -> alerts.update(tx, findings));
    for (Alerts.View each : changes.opened()) {
      LOG.warn(
          "alert {} {}: {} (count {})", each.kind(), each.subject(), each.message(), each.count());
    }
    for (Alerts.View each : changes.resolved()) {
      LOG.info("alert over: {} {}", each.kind(), each.subject());
    }
    return changes;
  }

  /** Begins to make rounds, on a thread of its own. */
  public void start() {
    Thread unused = Thread.ofPlatform().daemon().name("watch-alerts").start(this::loop);
  }

  private void loop() {
    try {
      long pause = every.toNanos();
      while (!stop.await(pause, TimeUnit.NANOSECONDS)) {
        long begun = System.nanoTime();
        try {
          runOnce();
        } catch (RuntimeException e) {
          // Most likely the database is away, which others shout about; the next round will tell.
          LOG.warn("a round of alerts failed: {}", e.getClass().getSimpleName());
        }
        pause = pauseAfter(Duration.ofNanos(System.nanoTime() - begun)).toNanos();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** How long to wait after a round that took so long. */
  Duration pauseAfter(Duration round) {
    Duration fair = round.multipliedBy(PAUSE_PER_ROUND);
    Duration most = fair.compareTo(LONGEST_PAUSE) < 0 ? fair : LONGEST_PAUSE;
    return most.compareTo(every) > 0 ? most : every;
  }

  @Override
  public void close() {
    stop.countDown();
  }
}
