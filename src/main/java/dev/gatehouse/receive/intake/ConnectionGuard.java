package dev.gatehouse.receive.intake;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Closes connections that hold a place without using it.
 *
 * <p>One that sends a header a byte at a time: each byte restarts the idle timeout, so that alone
 * never ends it. (Bodies have a deadline of their own, in {@link BodyReader}.) And, while there are
 * as many connections as there may be, those that said nothing since the last look.
 */
final class ConnectionGuard extends AbstractLifeCycle {
  private final ServerConnector connector;
  private final Duration within;
  private final int maxConnections;

  /** Touched by the one scheduled task only. */
  private Map<EndPoint, Seen> seen = new HashMap<>();

  private volatile Scheduler.@Nullable Task next;

  /**
   * @param messages how many requests it had made
   * @param bytesThen bytes received when that number was first seen
   * @param bytes bytes received by now
   * @param since when that number was first seen, or nothing more had come
   */
  private record Seen(long messages, long bytesThen, long bytes, long since) {}

  /**
   * @param within how long a header may take
   */
  ConnectionGuard(ServerConnector connector, Duration within, int maxConnections) {
    this.connector = connector;
    this.within = within;
    this.maxConnections = maxConnections;
  }

  @Override
  protected void doStart() {
    schedule();
  }

  @Override
  protected void doStop() {
    Scheduler.Task task = next;
    if (task != null) {
      task.cancel();
    }
  }

  private void schedule() {
    long pause = Math.clamp(within.toMillis() / 6, 50, 1000);
    next = connector.getScheduler().schedule(this::look, pause, TimeUnit.MILLISECONDS);
  }

  private void look() {
    long now = System.nanoTime();
    var endPoints = connector.getConnectedEndPoints();
    boolean full = endPoints.size() >= maxConnections;
    Map<EndPoint, Seen> still = HashMap.newHashMap(endPoints.size());
    for (EndPoint endPoint : endPoints) {
      Connection connection = endPoint.getConnection();
      if (connection == null) {
        continue;
      }
      Seen before = seen.get(endPoint);
      Seen after = look(before, connection, now);
      boolean slow = now - after.since > within.toNanos();
      if (slow || full && before != null && isSilent(before, connection)) {
        endPoint.close();
      } else {
        still.put(endPoint, after);
      }
    }
    seen = still;
    if (isRunning() || isStarting()) {
      schedule();
    }
  }

  private static Seen look(@Nullable Seen before, Connection connection, long now) {
    long messages = connection.getMessagesIn();
    long bytes = connection.getBytesIn();
    if (before == null) {
      // What a new connection has sent without finishing a request is part of a header.
      return new Seen(messages, messages == 0 ? 0 : bytes, bytes, now);
    }
    if (before.messages != messages || before.bytesThen == bytes) {
      return new Seen(messages, bytes, bytes, now);
    }
    return new Seen(messages, before.bytesThen, bytes, before.since);
  }

  /** Nothing came since the last look, and no request waits for its answer. */
  private static boolean isSilent(Seen before, Connection connection) {
    return connection.getBytesIn() == before.bytes
        && connection.getMessagesIn() == connection.getMessagesOut();
  }
}
