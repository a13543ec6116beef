package dev.gatehouse.receive.intake;

import dev.gatehouse.receive.journal.Journal;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Answers {@code /healthz} and {@code /readyz}. Health is about this process and asks nobody.
 * Readiness tries a commit, at most once a second, on a thread of its own, and says no after two
 * seconds without an outcome.
 */
final class Health implements AutoCloseable {
  private static final Reply OK = Reply.json(200, "{\"status\":\"ok\"}");
  private static final Reply READY = Reply.json(200, "{\"status\":\"ready\"}");
  private static final long FRESH_NANOS = 1_000_000_000L;
  private static final long PATIENCE_MILLIS = 2_000;

  private final Journal journal;
  private final Reply notReady;
  private final ExecutorService prober =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name("readiness").factory());

  /** Guarded by this. */
  private @Nullable CompletableFuture<Boolean> last;

  /** Guarded by this; {@link System#nanoTime}. */
  private long asked;

  Health(Journal journal, Duration retryAfter) {
    this.journal = journal;
    this.notReady = Reply.error(503, "not_ready").withRetryAfter(retryAfter);
  }

  void healthz(Exchange exchange) {
    exchange.answer(OK);
  }

  void readyz(Exchange exchange, boolean stopping) {
    if (stopping || !journal.isAvailable()) {
      exchange.answer(notReady);
      return;
    }
    probe()
        .copy()
        .completeOnTimeout(false, PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
        .thenAccept(ready -> exchange.answer(ready ? READY : notReady));
  }

  private synchronized CompletableFuture<Boolean> probe() {
    long now = System.nanoTime();
    CompletableFuture<Boolean> known = last;
    boolean stale = known == null || known.isDone() && now - asked > FRESH_NANOS;
    if (known == null || stale) {
      known = CompletableFuture.supplyAsync(journal::canCommit, prober).exceptionally(e -> false);
      last = known;
      asked = now;
    }
    return known;
  }

  @Override
  public void close() {
    prober.shutdownNow();
  }
}
