package dev.gatehouse.deliver;

import dev.gatehouse.deliver.breaker.Circuit;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.ErrorCode;
import dev.gatehouse.event.EventId;
import dev.gatehouse.process.outbox.Outgoing;
import java.time.Duration;

/**
 * Hears how deliveries go: metrics, alerts, a live view. Called on the threads that do the work, so
 * nothing here may block.
 */
public interface DeliverListener {
  /** Hears nothing. */
  DeliverListener NONE = new DeliverListener() {};

  /**
   * An attempt has ended; it is not yet written down.
   *
   * @param result a word of a small set: delivered, retry, rejected, exhausted, paused
   * @param retry false for the first attempt of a delivery
   */
  default void attempted(
      DestinationName destination, String result, Duration latency, boolean retry) {}

  /** An event has arrived, and that is written down. */
  default void delivered(Outgoing delivery) {}

  /** A delivery was given up, and its dead letter is written down. */
  default void dead(EventId event, DestinationName destination, ErrorCode code) {}

  /**
   * A circuit has moved, told once over all nodes: by the node that moved it. Its reason is for
   * people.
   */
  default void circuit(DestinationName destination, Circuit circuit) {}
}
