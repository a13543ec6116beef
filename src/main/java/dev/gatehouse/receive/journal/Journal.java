package dev.gatehouse.receive.journal;

import dev.gatehouse.db.Database;
import dev.gatehouse.event.InboundEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Takes events in and answers each once it is durable: group commit over a bounded queue.
 *
 * <p>Every offered event is answered within {@code ackWithin}, whatever the database does. Threads:
 * {@code writers} named {@code journal-1} and on, and {@code journal-clock}, which answers those
 * that have waited too long.
 */
public final class Journal implements AutoCloseable {
  private static final Duration TICK = Duration.ofMillis(100);

  private final JournalSettings settings;
  private final WaitingQueue queue;
  private final Availability availability;
  private final List<Writer> writers = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("journal-clock").factory());
  private final Answers answers = new Answers();
  private volatile boolean stopping;

  public Journal(
      Database database,
      JournalSettings settings,
      Sources sources,
      List<JournalListener> listeners) {
    this.settings = settings;
    this.queue = new WaitingQueue(settings.maxQueuedEvents(), settings.maxQueuedBytes());
    this.availability = new Availability(database);
    BatchWrite batchWrite = new BatchWrite(database, sources);
    for (int i = 1; i <= settings.writers(); i++) {
      Writer writer =
          new Writer(queue, settings, batchWrite, availability, answers, List.copyOf(listeners));
      writers.add(writer);
      threads.add(Thread.ofPlatform().name("journal-" + i).unstarted(writer));
    }
  }

  /** Begins to write. */
  public Journal start() {
    threads.forEach(Thread::start);
    clock.scheduleWithFixedDelay(
        this::answerTheOld, TICK.toMillis(), TICK.toMillis(), TimeUnit.MILLISECONDS);
    return this;
  }

  /**
   * Takes an event. The receipt comes after the commit, where {@link #answerOn} says, else on a
   * writer's thread: what is hung on it must not block.
   */
  public CompletableFuture<Receipt> offer(InboundEvent event) {
    if (stopping) {
      return unavailable("stopping");
    }
    if (!availability.isUp()) {
      return unavailable("the database is away");
    }
    Waiting waiting = new Waiting(event);
    return queue.put(waiting) ? waiting.answer() : unavailable("the queue is full");
  }

  /**
   * Takes the events of one request: one commit holds all that are new and the request itself. The
   * receipts stand in the order of the events and come together, as those of {@link #offer}.
   */
  public CompletableFuture<List<Receipt>> offer(RawRequest request, List<InboundEvent> events) {
    List<Waiting> together = Waiting.together(request, events);
    String away = stopping ? "stopping" : availability.isUp() ? null : "the database is away";
    if (away == null && !queue.putAll(together)) {
      away = "the queue is full";
    }
    if (away != null) {
      refuse(together, away);
    }
    List<CompletableFuture<Receipt>> receipts = together.stream().map(Waiting::answer).toList();
    return CompletableFuture.allOf(receipts.toArray(CompletableFuture[]::new))
        .thenApply(all -> receipts.stream().map(CompletableFuture::join).toList());
  }

  /**
   * Where the receipts of a batch are given out from now on, all in one task. What the executor
   * rejects is run by the writer.
   */
  public void answerOn(Executor executor) {
    answers.on(executor);
  }

  /** False while the database is known to be away, and while stopping. */
  public boolean isAvailable() {
    return availability.isUp() && !stopping;
  }

  /** Tries a commit and says whether it succeeded; blocks as long as the pool lets it. */
  public boolean canCommit() {
    return !stopping && availability.canCommit();
  }

  /** How many events wait for a writer. */
  public int waiting() {
    return queue.size();
  }

  /**
   * Takes nothing more, writes what was taken, and ends the threads; what cannot be written within
   * {@code ackWithin} is answered Unavailable.
   */
  @Override
  public void close() {
    stopping = true;
    queue.close();
    long end = System.nanoTime() + settings.ackWithin().toNanos();
    boolean interrupted = false;
    for (Thread thread : threads) {
      try {
        long left = Math.max(1, (end - System.nanoTime()) / 1_000_000);
        if (thread.getState() != Thread.State.NEW && !thread.join(Duration.ofMillis(left))) {
          thread.interrupt();
        }
      } catch (InterruptedException e) {
        interrupted = true;
        thread.interrupt();
      }
    }
    clock.shutdownNow();
    long now = System.nanoTime();
    refuse(queue.removeOlderThan(now), "stopping");
    writers.forEach(writer -> refuse(writer.inHandSince(now), "stopping"));
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void answerTheOld() {
    long now = System.nanoTime();
    refuse(
        queue.removeOlderThan(now - settings.queueWait().toNanos()), "no writer was free in time");
    long ackEdge = now - settings.ackWithin().plus(TICK.negated()).toNanos();
    writers.forEach(writer -> refuse(writer.inHandSince(ackEdge), "no commit in time"));
  }

  private void refuse(List<Waiting> old, String why) {
    old.forEach(
        waiting -> waiting.answer().complete(new Receipt.Unavailable(why, settings.retryAfter())));
  }

  private CompletableFuture<Receipt> unavailable(String why) {
    return CompletableFuture.completedFuture(new Receipt.Unavailable(why, settings.retryAfter()));
  }
}
