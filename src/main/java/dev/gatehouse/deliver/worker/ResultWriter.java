package dev.gatehouse.deliver.worker;

import dev.gatehouse.db.Database;
import dev.gatehouse.db.DatabaseException;
import dev.gatehouse.db.Pool;
import dev.gatehouse.deliver.DeliverListener;
import dev.gatehouse.deliver.worker.Entry.After;
import dev.gatehouse.event.EntityRef;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits the results of all lines together: whatever has gathered while the last commit was under
 * way goes into the next.
 *
 * <p>While the database is away nothing is lost: results stay here, attempts that end wait to put
 * theirs, and their places stay taken, so that sending comes to a halt by itself.
 */
final class ResultWriter implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(ResultWriter.class);
  private static final int BOUND = 4096;
  private static final int BATCH = 1000;
  private static final Duration PAUSE = Duration.ofMillis(300);

  private final Database database;
  private final Results results;
  private final DeliverListener listener;
  private final Runnable released;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition filled = lock.newCondition();
  private final Condition drained = lock.newCondition();

  /** Guarded by {@link #lock}; more than {@link #BOUND} only by what {@link #add} brings. */
  private final ArrayDeque<Entry> waiting = new ArrayDeque<>();

  /** Guarded by {@link #lock}. */
  private boolean closing;

  private volatile boolean full;

  /**
   * @param released told when a commit let something go that stood behind
   */
  ResultWriter(Database database, Results results, DeliverListener listener, Runnable released) {
    this.database = database;
    this.results = results;
    this.listener = listener;
    this.released = released;
  }

  /** Puts results, waiting for room if need be. */
  void put(List<Entry> entries) {
    lock.lock();
    try {
      while (waiting.size() >= BOUND && !closing) {
        drained.awaitUninterruptibly();
      }
      append(entries);
    } finally {
      lock.unlock();
    }
  }

  /** Puts without waiting: for threads that may not, after they have asked {@link #isFull}. */
  void add(List<Entry> entries) {
    if (entries.isEmpty()) {
      return;
    }
    lock.lock();
    try {
      append(entries);
    } finally {
      lock.unlock();
    }
  }

  /** Whether nothing should be begun that would end in another result. */
  boolean isFull() {
    return full;
  }

  @Override
  public void run() {
    try {
      List<Entry> batch = take();
      while (!batch.isEmpty()) {
        write(batch);
        batch = take();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Writes what is here, and ends. */
  void close() {
    lock.lock();
    try {
      closing = true;
      filled.signalAll();
      drained.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void append(List<Entry> entries) {
    waiting.addAll(entries);
    full = waiting.size() >= BOUND;
    filled.signal();
  }

  /** Empty only at the end. */
  private List<Entry> take() throws InterruptedException {
    lock.lock();
    try {
      while (waiting.isEmpty() && !closing) {
        filled.await();
      }
      List<Entry> batch = new ArrayList<>(Math.min(BATCH, waiting.size()));
      while (batch.size() < BATCH && !waiting.isEmpty()) {
        batch.add(waiting.poll());
      }
      full = waiting.size() >= BOUND;
      drained.signalAll();
      return batch;
    } finally {
      lock.unlock();
    }
  }

  /** Does not give up while the database is away; splits what it refuses, down to the culprit. */
  private void write(List<Entry> batch) throws InterruptedException {
    while (true) {
      try {
        Results.Written written = database.transaction(Pool.WORK, tx -> results.write(tx, batch));
        tell(batch, written);
        return;
      } catch (DatabaseException e) {
        if (!e.isUnavailable() && !e.isContended()) {
          split(batch, e);
          return;
        }
        LOG.warn("{} results not written yet: SQL state {}", batch.size(), e.sqlState());
        TimeUnit.MILLISECONDS.sleep(PAUSE.toMillis());
      } catch (RuntimeException e) {
        split(batch, e);
        return;
      }
    }
  }

  private void split(List<Entry> batch, RuntimeException why) throws InterruptedException {
    if (batch.size() > 1) {
      int half = batch.size() / 2;
      write(batch.subList(0, half));
      write(batch.subList(half, batch.size()));
      return;
    }
    // Stays known to its line, so this node does not send it again and again.
    LOG.error("result of {} cannot be written", batch.getFirst().work().delivery(), why);
  }

  private void tell(List<Entry> batch, Results.Written written) {
    Map<Line, List<Entry>> byLine = new LinkedHashMap<>();
    for (Entry each : batch) {
      if (each.line() != null) {
        byLine.computeIfAbsent(each.line(), line -> new ArrayList<>()).add(each);
      }
    }
    byLine.forEach((line, entries) -> line.committed(entries, clearOf(line, written)));
    if (written.released() > 0) {
      released.run();
    }
    for (Entry each : written.counted()) {
      switch (each.after()) {
        case After.Finished finished -> listener.delivered(each.work().delivery());
        case After.Dead dead ->
            listener.dead(
                each.work().delivery().event().id(),
                each.work().delivery().destination(),
                dead.code());
        case After.Again again -> {}
        case After.Behind behind -> {}
      }
    }
  }

  private static Set<EntityRef> clearOf(Line line, Results.Written written) {
    Set<EntityRef> clear = new HashSet<>();
    for (Order.Queue each : written.clear()) {
      if (Objects.equals(each.destination(), line.name())) {
        clear.add(each.entity());
      }
    }
    return clear;
  }
}
