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
 * Cuts off connections that send a header a byte at a time: each byte restarts the idle timeout, so
 * it alone never ends them. Bodies have a deadline of their own, in {@link BodyReader}.
 *
 * <p>Looks at every connection a few times per {@code within}. One that has received bytes since
 * its last finished message, and finishes none for so long, is closed.
 */
final class SlowHeaders extends AbstractLifeCycle {
  private final ServerConnector connector;
  private final Duration within;

  /** Touched by the one scheduled task only. */
  private Map<EndPoint, Seen> seen = new HashMap<>();

  private volatile Scheduler.@Nullable Task next;

  /**
   * @param messages how many requests had begun to be handled
   * @param idleBytes bytes received when that number was first seen
   * @param since when that was
   */
  private record Seen(long messages, long idleBytes, long since) {}

  SlowHeaders(ServerConnector connector, Duration within) {
    this.connector = connector;
    this.within = within;
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
    long pause = Math.max(50, within.toMillis() / 6);
    next = connector.getScheduler().schedule(this::look, pause, TimeUnit.MILLISECONDS);
  }

  private void look() {
    long now = System.nanoTime();
    Map<EndPoint, Seen> still = new HashMap<>();
    for (EndPoint endPoint : connector.getConnectedEndPoints()) {
      Connection connection = endPoint.getConnection();
      if (connection == null) {
        continue;
      }
      Seen before = seen.get(endPoint);
      long messages = connection.getMessagesIn();
      long bytes = connection.getBytesIn();
      if (before == null || before.messages != messages || before.idleBytes == bytes) {
        still.put(endPoint, new Seen(messages, before == null && messages == 0 ? 0 : bytes, now));
      } else if (now - before.since > within.toNanos()) {
        endPoint.close();
      } else {
        still.put(endPoint, before);
      }
    }
    seen = still;
    if (isRunning() || isStarting()) {
      schedule();
    }
  }
}
