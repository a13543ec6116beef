package dev.gatehouse.bench;

import dev.gatehouse.event.EventIds;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/** PostgreSQL alone: the rows of the gateway, in batches, from a few connections, no HTTP. */
final class InsertCeiling {
  /** Rows of a batch: what gathers at 256 connections while one commit is under way. */
  private static final int BATCH = 200;

  /** What a batch writes before it commits. */
  enum Rows {
    EVENTS,
    ALL_TABLES
  }

  private final String url;
  private final EventIds ids = new EventIds(InstantSource.system(), new Random());
  private final AtomicLong counter = SignedEvents.newCounter();

  InsertCeiling(String url) {
    this.url = url;
  }

  /** Committed events a second. */
  double measure(Rows rows, int connections, Duration length) throws InterruptedException {
    try (ExecutorService threads = Executors.newFixedThreadPool(connections)) {
      long begin = System.nanoTime();
      long end = begin + length.toNanos();
      List<Future<Long>> written = new ArrayList<>();
      for (int i = 0; i < connections; i++) {
        written.add(threads.submit(() -> write(rows, end)));
      }
      long total = 0;
      for (Future<Long> each : written) {
        total += each.get();
      }
      return total / ((System.nanoTime() - begin) / 1e9);
    } catch (ExecutionException e) {
      throw new IllegalStateException("insert ceiling", e);
    }
  }

  private long write(Rows rows, long end) throws SQLException {
    long written = 0;
    try (Connection connection = DriverManager.getConnection(url)) {
      connection.setAutoCommit(false);
      while (System.nanoTime() < end) {
        RowBatch batch = new RowBatch(ids, counter.getAndAdd(BATCH), BATCH);
        switch (rows) {
          case EVENTS -> batch.writeEvents(connection);
          case ALL_TABLES -> batch.writeAll(connection);
        }
        written += batch.rows();
      }
    }
    return written;
  }
}
