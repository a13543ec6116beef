package dev.gatehouse.deliver.worker;

import dev.gatehouse.db.Database;
import dev.gatehouse.db.DatabaseException;
import dev.gatehouse.db.Pool;
import dev.gatehouse.process.outbox.Outbox;
import dev.gatehouse.process.outbox.Outgoing;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads open deliveries for lines that are not in step, one page at a time and line by line in
 * turn, so that a long backlog of one does not keep the others waiting.
 */
final class OutboxReader implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(OutboxReader.class);
  private static final int LONGEST_PAGE = 1000;
  private static final int SHORTEST_PAGE = 16;
  private static final long PAGE_BYTES = 4L << 20;
  private static final Duration PAUSE = Duration.ofMillis(300);

  private final Database database;
  private final Outbox outbox;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition asked = lock.newCondition();

  /** Each line at most once; guarded by {@link #lock}. */
  private final Set<Line> lines = new LinkedHashSet<>();

  /** Guarded by {@link #lock}. */
  private boolean stopped;

  /** Used by the reading thread alone: how long a page may be, judged by the last one's bodies. */
  private int page = 64;

  OutboxReader(Database database, Outbox outbox) {
    this.database = database;
    this.outbox = outbox;
  }

  /** Has a line read soon. */
  void lookAt(Line line) {
    lock.lock();
    try {
      lines.add(line);
      asked.signal();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void run() {
    try {
      for (Line line = next(); line != null; line = next()) {
        read(line);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  void stop() {
    lock.lock();
    try {
      stopped = true;
      asked.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void read(Line line) throws InterruptedException {
    Line.Reading reading = line.beginReading();
    if (reading == null) {
      return;
    }
    int limit = page;
    try {
      List<Outgoing> found =
          database.transaction(
              Pool.WORK,
              tx -> outbox.pending(tx, line.name(), reading.lanes(), reading.after(), limit));
      page = fitting(found, limit);
      // Looks at this line again by itself while it wants more.
      line.endReading(found, found.size() < limit);
    } catch (DatabaseException e) {
      LOG.warn("deliveries to {} not read: SQL state {}", line.name(), e.sqlState());
      line.readingFailed();
      TimeUnit.MILLISECONDS.sleep(PAUSE.toMillis());
      lookAt(line);
    }
  }

  private static int fitting(List<Outgoing> found, int limit) {
    if (found.isEmpty()) {
      return limit;
    }
    long bytes = found.stream().mapToLong(each -> each.event().body().length()).sum();
    long average = Math.max(1, bytes / found.size());
    return (int) Math.clamp(PAGE_BYTES / average, SHORTEST_PAGE, LONGEST_PAGE);
  }

  private @Nullable Line next() throws InterruptedException {
    lock.lock();
    try {
      while (lines.isEmpty() && !stopped) {
        asked.await();
      }
      if (stopped) {
        return null;
      }
      Line first = lines.iterator().next();
      lines.remove(first);
      return first;
    } finally {
      lock.unlock();
    }
  }
}
