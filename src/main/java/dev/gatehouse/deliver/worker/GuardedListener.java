package dev.gatehouse.deliver.worker;

import dev.gatehouse.deliver.DeliverListener;
import dev.gatehouse.deliver.breaker.Circuit;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.ErrorCode;
import dev.gatehouse.event.EventId;
import dev.gatehouse.process.outbox.Outgoing;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps a listener's faults from the work. */
record GuardedListener(DeliverListener listener) implements DeliverListener {
  private static final Logger LOG = LoggerFactory.getLogger(GuardedListener.class);

  @Override
  public void attempted(
      DestinationName destination, String result, Duration latency, boolean retry) {
    guard(() -> listener.attempted(destination, result, latency, retry));
  }

  @Override
  public void delivered(Outgoing delivery) {
    guard(() -> listener.delivered(delivery));
  }

  @Override
  public void dead(EventId event, DestinationName destination, ErrorCode code) {
    guard(() -> listener.dead(event, destination, code));
  }

  @Override
  public void circuit(DestinationName destination, Circuit circuit) {
    guard(() -> listener.circuit(destination, circuit));
  }

  private static void guard(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException e) {
      LOG.error("a listener failed", e);
    }
  }
}
