package dev.gatehouse.app;

import dev.gatehouse.db.Database;
import dev.gatehouse.db.Partitions;
import java.time.Duration;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes tomorrow's partitions while today's are in use. */
final class PartitionRounds implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PartitionRounds.class);
  private static final Duration PAUSE = Duration.ofHours(1);

  private final Database database;
  private final Partitions partitions;
  private final Thread thread = Thread.ofVirtual().name("partitions").unstarted(this::keepMaking);

  PartitionRounds(Database database, InstantSource clock) {
    this.database = database;
    this.partitions = new Partitions(clock);
  }

  void start() {
    thread.start();
  }

  @Override
  public void close() {
    thread.interrupt();
  }

  private void keepMaking() {
    try {
      while (true) {
        Thread.sleep(PAUSE);
        try {
          int made = partitions.ensure(database);
          LOG.debug("{} partitions made", made);
        } catch (RuntimeException e) {
          // A week is made ahead: the next round is soon enough.
          LOG.warn("partitions could not be made", e);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
