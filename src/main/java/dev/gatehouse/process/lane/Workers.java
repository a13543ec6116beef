package dev.gatehouse.process.lane;

import dev.gatehouse.db.DatabaseException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads that work lanes, and the queue of lanes that have something to do. Each lane is in
 * the queue once at most, so the queue is bounded by their number.
 */
final class Workers {
  private static final Logger LOG = LoggerFactory.getLogger(Workers.class);
  private static final Duration LOG_EVERY = Duration.ofSeconds(10);
  private static final long FIRST_PAUSE_MILLIS = 50;
  private static final int LONGEST_PAUSE = 6;

  private final LaneWorker worker;
  private final int batchEvents;
  private final ScheduledExecutorService clock;
  private final Consumer<OwnedLane> drained;
  private final LaneListener listener;
  private final LinkedBlockingQueue<OwnedLane> ready = new LinkedBlockingQueue<>();
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicInteger failures = new AtomicInteger();
  private final AtomicLong logAgainAt = new AtomicLong(System.nanoTime());
  private volatile boolean running = true;

  /**
   * @param clock wakes lanes later; must not be blocked by anything else
   * @param drained told when a stopping lane has been left by its worker
   */
  Workers(
      LaneWorker worker,
      int batchEvents,
      ScheduledExecutorService clock,
      Consumer<OwnedLane> drained,
      LaneListener listener) {
    this.worker = worker;
    this.batchEvents = batchEvents;
    this.clock = clock;
    this.drained = drained;
    this.listener = listener;
  }

  void start(int count) {
    for (int i = 1; i <= count; i++) {
      threads.add(Thread.ofPlatform().name("lane-worker-" + i).daemon().start(this::loop));
    }
  }

  /** Something to do in that lane. */
  void wake(OwnedLane lane) {
    if (lane.wake()) {
      ready.add(lane);
    }
  }

  void wakeIn(OwnedLane lane, Duration delay) {
    if (running) {
      var unused =
          clock.schedule(() -> wake(lane), Math.max(1, delay.toMillis()), TimeUnit.MILLISECONDS);
    }
  }

  /** Lets the threads end once no lane is ready any more. */
  void stop(Duration within) throws InterruptedException {
    running = false;
    long deadline = System.nanoTime() + within.toNanos();
    for (Thread thread : threads) {
      thread.join(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
    }
  }

  private void loop() {
    try {
      while (running || !ready.isEmpty()) {
        OwnedLane first = ready.poll(200, TimeUnit.MILLISECONDS);
        if (first != null) {
          work(group(first));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** As many ready lanes as fill a batch. */
  private List<OwnedLane> group(OwnedLane first) {
    List<OwnedLane> group = new ArrayList<>();
    int events = 0;
    OwnedLane lane = first;
    while (lane != null) {
      lane.begin();
      group.add(lane);
      events += lane.progress().sweeping() ? batchEvents : lane.handOff().size();
      lane = events < batchEvents ? ready.poll() : null;
    }
    return group;
  }

  private void work(List<OwnedLane> group) {
    try {
      worker.runOnce(group);
      failures.set(0);
      group.forEach(lane -> end(lane, Duration.ZERO));
    } catch (RuntimeException | Error e) {
      Duration pause = stumbled(e);
      for (OwnedLane lane : group) {
        lane.progress().sweep();
        lane.handOff().shut();
        end(lane, pause);
      }
    }
  }

  /** Gives the lane back, to be worked again after the pause, where there is one. */
  private void end(OwnedLane lane, Duration pause) {
    if (lane.stopping()) {
      // Left as taken for good, so that it is not put among the ready ones again.
      drained.accept(lane);
      return;
    }
    if (!pause.isZero()) {
      lane.rest();
      wakeIn(lane, pause);
      return;
    }
    if (lane.end(lane.hasMore())) {
      ready.add(lane);
    } else if (lane.foreignAsked()) {
      wakeIn(lane, Duration.ofNanos(Math.max(0, lane.progress().foreignIn())));
    }
  }

  private Duration stumbled(Throwable e) {
    int in = Math.min(LONGEST_PAUSE, failures.getAndIncrement());
    long most = FIRST_PAUSE_MILLIS << in;
    Duration pause = Duration.ofMillis(1 + ThreadLocalRandom.current().nextLong(most / 2, most));
    listener.away();
    long now = System.nanoTime();
    long due = logAgainAt.get();
    if (now - due >= 0 && logAgainAt.compareAndSet(due, now + LOG_EVERY.toNanos())) {
      if (e instanceof DatabaseException) {
        LOG.warn("lanes wait for the database: {}", e.getMessage());
      } else {
        LOG.error("lanes stumbled and go on", e);
      }
    }
    return pause;
  }
}
