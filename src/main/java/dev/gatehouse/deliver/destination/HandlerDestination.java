package dev.gatehouse.deliver.destination;

import dev.gatehouse.deliver.HandlerTarget;
import dev.gatehouse.deliver.handler.EventHandler;
import dev.gatehouse.deliver.handler.HandledEvent;
import dev.gatehouse.deliver.handler.HandlerRefused;
import dev.gatehouse.deliver.retry.AttemptResult;
import dev.gatehouse.deliver.retry.AttemptResult.Trouble;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.InboundEvent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls a handler of a plugin folder.
 *
 * <p>Every call has a thread of its own, interrupted at the time limit. A handler that does not
 * heed the interruption keeps its thread, and with it one of the destination's places: when all are
 * taken, attempts end as a timeout without calling it. What it throws is told apart by its class
 * alone; nothing of its text is kept.
 */
final class HandlerDestination implements Destination {
  private static final Logger LOG = LoggerFactory.getLogger(HandlerDestination.class);

  private static final Duration CLOSING = Duration.ofSeconds(2);

  private final DestinationName name;
  private final HandlerTarget target;
  private final Semaphore places;
  private final ReentrantLock lock = new ReentrantLock();

  /** Guarded by {@link #lock}. */
  private @Nullable Loaded loaded;

  private record Loaded(PluginLoader loader, EventHandler handler) {}

  HandlerDestination(DestinationName name, HandlerTarget target, int concurrency) {
    this.name = name;
    this.target = target;
    this.places = new Semaphore(concurrency);
  }

  @Override
  public AttemptResult send(Parcel parcel) {
    long end = System.nanoTime() + target.timeout().toNanos();
    try {
      if (!places.tryAcquire(target.timeout().toNanos(), TimeUnit.NANOSECONDS)) {
        return new AttemptResult.NoAnswer(Trouble.TIMEOUT);
      }
      CompletableFuture<AttemptResult> answer = new CompletableFuture<>();
      Thread thread =
          Thread.ofPlatform()
              .daemon()
              .name("handler-" + name)
              .start(
                  () -> {
                    try {
                      answer.complete(call(parcel));
                    } finally {
                      places.release();
                    }
                  });
      return await(answer, thread, end);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new AttemptResult.NoAnswer(Trouble.BROKEN);
    }
  }

  @Override
  public void close() {
    // On a thread of its own, for a handler may hang here too.
    Thread closing = Thread.ofPlatform().daemon().name("handler-close-" + name).start(this::shut);
    try {
      closing.join(CLOSING);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void shut() {
    lock.lock();
    try {
      Loaded open = loaded;
      loaded = null;
      if (open != null) {
        open.handler.close();
        open.loader.close();
      }
    } catch (Exception | LinkageError e) {
      LOG.warn(
          "destination {}: its handler could not be closed ({})", name, e.getClass().getName());
    } finally {
      lock.unlock();
    }
  }

  private static AttemptResult await(
      CompletableFuture<AttemptResult> answer, Thread thread, long end)
      throws InterruptedException {
    try {
      return answer.get(Math.max(1, end - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      thread.interrupt();
      return new AttemptResult.NoAnswer(Trouble.TIMEOUT);
    } catch (ExecutionException e) {
      return new AttemptResult.NoAnswer(Trouble.BROKEN);
    }
  }

  private AttemptResult call(Parcel parcel) {
    Loaded open;
    try {
      open = open();
    } catch (Exception | LinkageError | java.util.ServiceConfigurationError e) {
      LOG.error(
          "destination {}: no handler {} from the jars in {} ({})",
          name,
          target.name(),
          target.folder(),
          e.getClass().getName());
      return status(403);
    }
    try {
      Thread.currentThread().setContextClassLoader(open.loader);
      open.handler.handle(event(parcel));
      return status(200);
    } catch (HandlerRefused e) {
      return refused(e);
    } catch (Exception | LinkageError | StackOverflowError | AssertionError e) {
      LOG.warn("destination {}: its handler failed ({})", name, e.getClass().getName());
      return status(500);
    }
  }

  /** Loads it with the first event, and again after it could not be loaded. */
  private Loaded open() throws Exception {
    lock.lockInterruptibly();
    try {
      Loaded open = loaded;
      if (open == null) {
        PluginLoader loader = PluginLoader.of(Path.of(target.folder()));
        try {
          EventHandler handler = loader.handler(target.name());
          handler.open(settings());
          open = new Loaded(loader, handler);
        } finally {
          if (open == null) {
            loader.close();
          }
        }
        loaded = open;
      }
      return open;
    } finally {
      lock.unlock();
    }
  }

  private Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    target.settings().forEach((key, value) -> settings.put(key, value.value()));
    return settings;
  }

  private static AttemptResult refused(HandlerRefused said) {
    return switch (said.wish()) {
      case LATER ->
          new AttemptResult.Answered(
              503, Long.toString(said.after().plus(Duration.ofMillis(999)).toSeconds()));
      case NEVER -> status(422);
      case PAUSE -> status(403);
    };
  }

  private static AttemptResult status(int status) {
    return new AttemptResult.Answered(status, null);
  }

  private static HandledEvent event(Parcel parcel) {
    InboundEvent event = parcel.delivery().event();
    var entity = parcel.delivery().entity();
    return new HandledEvent(
        parcel.delivery().id().toString(),
        event.id().value(),
        event.source().value(),
        event.eventId(),
        event.type(),
        entity == null ? null : entity.machine(),
        entity == null ? null : entity.key(),
        event.sequence(),
        OutgoingHeaders.position(parcel.delivery().at()),
        event.occurredAt(),
        event.receivedAt(),
        event.contentType(),
        event.body().bytes().clone(),
        parcel.number());
  }
}
