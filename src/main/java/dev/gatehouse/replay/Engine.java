package dev.gatehouse.replay;

import dev.gatehouse.db.Database;
import dev.gatehouse.deadletter.Decisions;
import dev.gatehouse.deliver.worker.Reruns;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.process.lane.ProcessSettings;
import dev.gatehouse.receive.journal.EventReader;
import java.time.Duration;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps looking after replays on this node, while others may do so on theirs. */
public final class Engine implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Engine.class);
  private static final long IDLE_MILLIS = 500;
  private static final long BUSY_MILLIS = 50;
  private static final Duration BUSY = Duration.ofSeconds(2);
  private static final long TROUBLE_MILLIS = 2_000;

  private final Runner runner;

  /** Of the loop alone. */
  private long lastStep = System.nanoTime();

  private final Thread thread = Thread.ofVirtual().name("replays").unstarted(this::keepGoing);

  /**
   * What it works with.
   *
   * @param settings machines, routes and extractors, for forecasts
   * @param destinations that are configured
   * @param wake tells lanes and deliverer that work was given back; must not block
   */
  public record Parts(
      Database database,
      Decisions decisions,
      Reruns deliveries,
      EventReader events,
      Supplier<ProcessSettings> settings,
      Supplier<Set<DestinationName>> destinations,
      Runnable wake) {}

  public Engine(Parts parts) {
    this.runner = runner(parts);
  }

  /** Its steps without the loop, for who takes them by hand. */
  static Runner runner(Parts parts) {
    return new Runner(
        parts.database(),
        new Giving(parts.decisions(), parts.deliveries(), parts.destinations()),
        new Forecaster(parts.events(), parts.settings(), parts.destinations()),
        parts.wake());
  }

  public Engine start() {
    thread.start();
    return this;
  }

  @Override
  public void close() {
    thread.interrupt();
  }

  private void keepGoing() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        Thread.sleep(once());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** How long to wait until the next step: the less, the more there was to do lately. */
  private long once() {
    try {
      if (runner.runOnce()) {
        lastStep = System.nanoTime();
        return 0;
      }
      return System.nanoTime() - lastStep < BUSY.toNanos() ? BUSY_MILLIS : IDLE_MILLIS;
    } catch (RuntimeException e) {
      // The step is undone as a whole, and some node takes it again.
      LOG.warn("a step of a replay failed and will be repeated", e);
      return TROUBLE_MILLIS;
    }
  }
}
