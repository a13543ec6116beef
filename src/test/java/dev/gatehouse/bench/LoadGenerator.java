package dev.gatehouse.bench;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Loads a port over keep-alive connections from the calling thread alone, so that the cores stay
 * free for what is measured. One request at a time per connection, no pipelining.
 */
final class LoadGenerator {
  private static final long GRACE_NANOS = Duration.ofSeconds(10).toNanos();
  private static final long FINE_NANOS = 100_000;
  private static final long MAX_WAIT_MILLIS = 20;

  private final Load load;
  private final SignedEvents events;
  private final Selector selector;
  private final List<LoadConnection> connections = new ArrayList<>();
  private final ArrayDeque<LoadConnection> idle = new ArrayDeque<>();
  private final LatencyHistogram latencies = new LatencyHistogram();
  private final Map<Integer, Long> answers = new TreeMap<>();
  private long broken;
  private long sent;
  private long waiting;
  private long begin;
  private long end;
  private long lastAnswer;

  private LoadGenerator(Load load, SignedEvents events) throws IOException {
    this.load = load;
    this.events = events;
    selector = Selector.open();
  }

  /** Runs one load to its end and collects the answers still under way. */
  static LoadResult run(Load load, SignedEvents events) throws IOException {
    LoadGenerator generator = new LoadGenerator(load, events);
    try {
      return generator.run();
    } finally {
      generator.close();
    }
  }

  private LoadResult run() throws IOException {
    for (int i = 0; i < load.connections(); i++) {
      LoadConnection connection = new LoadConnection(load.port(), selector, events.length());
      connections.add(connection);
      idle.add(connection);
    }
    begin = System.nanoTime();
    end = begin + load.length().toNanos();
    lastAnswer = begin;
    while (goesOn(System.nanoTime())) {
      sendWhatIsDue();
      await();
      Iterator<SelectionKey> keys = selector.selectedKeys().iterator();
      while (keys.hasNext()) {
        handle((LoadConnection) keys.next().attachment());
        keys.remove();
      }
    }
    Duration length =
        Duration.ofNanos(
            Math.max(1, Math.max(lastAnswer, Math.min(end, System.nanoTime())) - begin));
    return new LoadResult(answers, broken, waiting + neverSent(), length, latencies);
  }

  private boolean goesOn(long now) {
    return now < end || ((waiting > 0 || neverSent() > 0) && now < end + GRACE_NANOS);
  }

  /**
   * Open loop: how many fell due before the end and have not been sent for want of a connection.
   */
  private long neverSent() {
    return load.isOpen() ? Math.max(0, dueBy(Math.min(System.nanoTime(), end - 1)) - sent) : 0;
  }

  private long dueBy(long now) {
    return 1 + (long) ((now - begin) * load.perSecond() / 1e9);
  }

  private long dueAt(long number) {
    return begin + (long) (number * 1e9 / load.perSecond());
  }

  private void sendWhatIsDue() throws IOException {
    long now = System.nanoTime();
    while (!idle.isEmpty()
        && (load.isOpen() ? dueAt(sent) <= now && dueAt(sent) < end : now < end)) {
      LoadConnection connection = idle.poll();
      events.next(connection.request());
      connection.send(load.isOpen() ? dueAt(sent) : System.nanoTime());
      sent++;
      waiting++;
    }
  }

  /**
   * Waits for answers. Selecting counts in whole milliseconds, too coarse for requests that are due
   * sooner than that, so the last stretch is slept in small steps.
   */
  private void await() throws IOException {
    long now = System.nanoTime();
    long untilDue =
        load.isOpen() && !idle.isEmpty() && now < end ? dueAt(sent) - now : Long.MAX_VALUE;
    if (untilDue <= 0) {
      selector.selectNow();
    } else if (untilDue < 2_000_000) {
      if (selector.selectNow() == 0) {
        LockSupport.parkNanos(Math.min(untilDue, FINE_NANOS));
        selector.selectNow();
      }
    } else {
      selector.select(Math.min(MAX_WAIT_MILLIS, untilDue / 1_000_000));
    }
  }

  private void handle(LoadConnection connection) throws IOException {
    int status = connection.ready();
    if (status == LoadConnection.NOT_YET) {
      return;
    }
    waiting--;
    lastAnswer = System.nanoTime();
    if (status == LoadConnection.BROKEN) {
      broken++;
      connection.close();
      int at = connections.indexOf(connection);
      LoadConnection fresh = new LoadConnection(load.port(), selector, events.length());
      connections.set(at, fresh);
      idle.add(fresh);
      return;
    }
    latencies.record(lastAnswer - connection.sentAt());
    answers.merge(status, 1L, Long::sum);
    if (!load.isOpen() && lastAnswer < end) {
      events.next(connection.request());
      connection.send(System.nanoTime());
      waiting++;
    } else {
      idle.add(connection);
    }
  }

  private void close() throws IOException {
    for (LoadConnection connection : connections) {
      connection.close();
    }
    selector.close();
  }
}
