package dev.gatehouse.bench;

import java.time.Duration;

/**
 * How to load a port.
 *
 * @param perSecond requests a second, sent when they are due whether or not the earlier ones have
 *     been answered (open loop); zero: each connection sends again as soon as it is answered
 *     (closed loop)
 */
record Load(int port, int connections, Duration length, double perSecond) {
  static Load closed(int port, int connections, Duration length) {
    return new Load(port, connections, length, 0);
  }

  static Load open(int port, int connections, Duration length, double perSecond) {
    return new Load(port, connections, length, perSecond);
  }

  boolean isOpen() {
    return perSecond > 0;
  }
}
