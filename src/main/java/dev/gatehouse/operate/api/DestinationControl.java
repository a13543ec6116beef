package dev.gatehouse.operate.api;

import dev.gatehouse.event.DestinationName;

/**
 * What people may do to a destination. The deliverer does it; the admin port also runs where there
 * is none, such as beside a gateway that is being drained.
 */
public interface DestinationControl {
  /** Stops all sending to it, on all nodes, until it is resumed. */
  void pause(DestinationName destination, String actor, String reason);

  /** Lets a paused or open one begin again. */
  void resume(DestinationName destination, String actor, String reason);

  /** How many attempts are under way on this node. */
  int inFlight(DestinationName destination);

  /** How many attempts at a time go there now, on this node. */
  int concurrency(DestinationName destination);
}
