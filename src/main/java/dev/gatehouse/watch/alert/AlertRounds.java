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
      while (!stop.await(every.toMillis(), TimeUnit.MILLISECONDS)) {
        try {
          runOnce();
        } catch (RuntimeException e) {
          // Most likely the database is away, which others shout about; the next round will tell.
          LOG.warn("a round of alerts failed: {}", e.getClass().getSimpleName());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    stop.countDown();
  }
}
