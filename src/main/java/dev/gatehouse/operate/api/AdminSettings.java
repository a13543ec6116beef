package dev.gatehouse.operate.api;

import java.time.Duration;

/**
 * The admin port and its bounds.
 *
 * @param port 0 takes a free one
 * @param threads most requests at a time; the rest wait
 * @param atOnce requests that use the database at a time, fewer than its pool has connections:
 *     others wait their turn here, in order, instead of failing there after a second
 * @param maxConnections beyond it, new connections wait in the socket's backlog
 * @param maxBodyBytes beyond it, 413
 */
public record AdminSettings(
    String host,
    int port,
    int threads,
    int atOnce,
    int maxConnections,
    int maxBodyBytes,
    Duration idleTimeout,
    Duration stopWithin) {

  public static final AdminSettings DEFAULTS =
      new AdminSettings(
          "127.0.0.1", 8081, 16, 3, 256, 64 << 10, Duration.ofSeconds(30), Duration.ofSeconds(5));

  public AdminSettings {
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("a port is 0 to 65535, not " + port);
    }
    if (threads < 8 || atOnce < 1 || maxConnections < 1 || maxBodyBytes < 1024) {
      throw new IllegalArgumentException("the admin port has 8 threads and a connection at least");
    }
  }

  /** The same at another address. */
  public AdminSettings at(String otherHost, int otherPort) {
    return new AdminSettings(
        otherHost,
        otherPort,
        threads,
        atOnce,
        maxConnections,
        maxBodyBytes,
        idleTimeout,
        stopWithin);
  }
}
