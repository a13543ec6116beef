package dev.gatehouse.receive.intake;

import dev.gatehouse.db.Database;
import dev.gatehouse.db.DatabaseException;
import dev.gatehouse.db.Pool;
import dev.gatehouse.event.SourceName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes refusals down in the background, within bounds: under attack only a sample of a source's
 * is kept, and of those the newest. A refusal that finds the queue full is counted and not kept.
 */
final class Rejections implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Rejections.class);
  private static final int QUEUE = 1_000;
  private static final int BATCH = 200;
  private static final int FREE_PER_SECOND = 20;
  private static final int SAMPLE = 100;

  private final Database database;
  private final int keptPerSource;
  private final RejectionRows rows = new RejectionRows();
  private final BlockingQueue<Rejection> queue = new ArrayBlockingQueue<>(QUEUE);
  private final Map<SourceName, AtomicLong> counts = new ConcurrentHashMap<>();
  private final Map<SourceName, Integer> sincePruned = new ConcurrentHashMap<>();
  private final Thread thread =
      Thread.ofPlatform().daemon().name("rejections").unstarted(this::loop);
  private volatile boolean stopping;

  Rejections(Database database, int keptPerSource) {
    this.database = database;
    this.keptPerSource = keptPerSource;
  }

  void start() {
    thread.start();
  }

  /** Keeps one if there is room for it; the record is only made when it will be kept. */
  void add(SourceName source, Supplier<Rejection> rejection) {
    if (isSampled(source, System.nanoTime() / 1_000_000_000L) && queue.remainingCapacity() > 0) {
      boolean kept = queue.offer(rejection.get());
      if (!kept) {
        LOG.debug("the queue of rejections is full");
      }
    }
  }

  /**
   * The first of each second, then one in a hundred. The second and the count in it share one
   * number.
   */
  boolean isSampled(SourceName source, long second) {
    AtomicLong count = counts.computeIfAbsent(source, name -> new AtomicLong());
    long updated =
        count.updateAndGet(
            old -> old >>> 24 == (second & 0xFFFF_FFFFL) ? old + 1 : second << 24 | 1);
    long inSecond = updated & 0xFF_FFFF;
    return inSecond <= FREE_PER_SECOND || inSecond % SAMPLE == 0;
  }

  /** Writes what has gathered. */
  void runOnce() throws InterruptedException {
    Rejection first = queue.poll(200, TimeUnit.MILLISECONDS);
    if (first == null) {
      return;
    }
    List<Rejection> batch = new ArrayList<>(List.of(first));
    queue.drainTo(batch, BATCH - 1);
    try {
      database.run(Pool.WORK, tx -> rows.insert(tx, batch));
      prune(batch);
    } catch (DatabaseException e) {
      // The senders have their answers and the counters count; only the record is lost.
      LOG.warn("{} rejections could not be kept: SQL state {}", batch.size(), e.sqlState());
    }
  }

  @Override
  public void close() {
    stopping = true;
    try {
      if (thread.isAlive()) {
        boolean ended = thread.join(Duration.ofSeconds(3));
        if (!ended) {
          thread.interrupt();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void loop() {
    while (!stopping || !queue.isEmpty()) {
      try {
        runOnce();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      } catch (RuntimeException e) {
        LOG.error("writing rejections met a bug and goes on", e);
      }
    }
  }

  private void prune(List<Rejection> batch) {
    Set<SourceName> due = new HashSet<>();
    for (Rejection each : batch) {
      if (sincePruned.merge(each.source(), 1, Integer::sum) >= Math.max(1, keptPerSource / 10)) {
        due.add(each.source());
      }
    }
    for (SourceName source : due) {
      sincePruned.put(source, 0);
      int removed = database.transaction(Pool.WORK, tx -> rows.prune(tx, source, keptPerSource));
      LOG.debug("removed {} old rejections of {}", removed, source);
    }
  }
}
