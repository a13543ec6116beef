package dev.gatehouse.scenario;

import dev.gatehouse.support.RawHttp;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import java.util.function.LongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Providers that keep posting from several connections, whatever happens, and remember which event
 * ids were acknowledged.
 */
final class Flood implements AutoCloseable {
  private static final Pattern EVENT = Pattern.compile("\"event\":\"([0-9a-f-]{36})\"");
  private static final long PAUSE_NANOS = Duration.ofMillis(20).toNanos();

  private final IntSupplier port;
  private final LongFunction<byte[]> request;
  private final AtomicLong next = new AtomicLong(1);
  private final Map<String, UUID> acknowledged = new ConcurrentHashMap<>();
  private final Map<Integer, AtomicInteger> statuses = new ConcurrentHashMap<>();
  private final List<RawHttp.Answer> refusals = new CopyOnWriteArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean running = true;

  private Flood(IntSupplier port, LongFunction<byte[]> request) {
    this.port = port;
    this.request = request;
  }

  /**
   * Begins to post.
   *
   * @param port asked for each connection, so that a gateway may come back on another
   * @param request the request with a number; its event id has to be {@link #id}
   */
  static Flood start(int connections, IntSupplier port, LongFunction<byte[]> request) {
    Flood flood = new Flood(port, request);
    for (int i = 0; i < connections; i++) {
      flood.threads.add(Thread.ofPlatform().name("flood-" + i).start(flood::post));
    }
    return flood;
  }

  static String id(long number) {
    return "evt_" + number;
  }

  /** The provider's event id, and the event that the answer named. */
  Map<String, UUID> acknowledged() {
    return acknowledged;
  }

  int count() {
    return acknowledged.size();
  }

  /** How often a status was answered. */
  int count(int status) {
    AtomicInteger count = statuses.get(status);
    return count == null ? 0 : count.get();
  }

  /** Answers that were not 2xx. */
  List<RawHttp.Answer> refusals() {
    return refusals;
  }

  /** Stops posting and waits for the answers under way. */
  @Override
  public void close() {
    running = false;
    for (Thread thread : threads) {
      try {
        thread.join(Duration.ofSeconds(15));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private void post() {
    while (running) {
      try (RawHttp http = new RawHttp(port.getAsInt())) {
        while (running) {
          long number = next.getAndIncrement();
          note(number, http.exchange(request.apply(number)));
        }
      } catch (IOException | IllegalStateException e) {
        // Killed, closed or not up yet: a provider comes again a little later.
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  private void note(long number, RawHttp.Answer answer) {
    statuses.computeIfAbsent(answer.status(), status -> new AtomicInteger()).incrementAndGet();
    Matcher event = EVENT.matcher(answer.text());
    if (answer.status() / 100 == 2 && event.find()) {
      acknowledged.put(id(number), UUID.fromString(event.group(1)));
    } else {
      refusals.add(answer);
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }
}
