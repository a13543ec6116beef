package dev.gatehouse.receive.intake;

import java.time.Duration;

/**
 * The public port and its bounds.
 *
 * @param port 0 takes a free one
 * @param maxBodyBytes the default for sources that set none
 * @param maxInFlightBytes body bytes held at once over all requests; beyond it, 503
 * @param maxHeaderBytes request line and header fields together; beyond it, 431 or 414
 * @param maxConnections beyond it, new connections wait in the backlog of the socket
 * @param requestWithin from the first byte of a request to the last of its body
 * @param idleTimeout a connection that is silent for so long is closed, in a body or between two
 * @param retryAfter what 503 tells the sender
 * @param stopWithin how long requests may finish after {@code stop}
 * @param threads platform threads of the server; 0 lets it choose
 * @param maxRejections how many refusals are kept per source
 */
public record IntakeSettings(
    String host,
    int port,
    int maxBodyBytes,
    long maxInFlightBytes,
    int maxHeaderBytes,
    int maxConnections,
    Duration requestWithin,
    Duration idleTimeout,
    Duration retryAfter,
    Duration stopWithin,
    int threads,
    int maxRejections) {

  public static final IntakeSettings DEFAULTS =
      new IntakeSettings(
          "0.0.0.0",
          8080,
          1 << 20,
          128L << 20,
          16 << 10,
          8192,
          Duration.ofSeconds(30),
          Duration.ofSeconds(30),
          Duration.ofSeconds(5),
          Duration.ofSeconds(10),
          0,
          1_000);

  public IntakeSettings {
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("a port is 0 to 65535, not " + port);
    }
    if (maxBodyBytes < 1 || maxInFlightBytes < maxBodyBytes) {
      throw new IllegalArgumentException("maxInFlightBytes holds at least one largest body");
    }
    if (maxHeaderBytes < 1024 || maxConnections < 1 || threads < 0 || maxRejections < 1) {
      throw new IllegalArgumentException("bounds of the public port are positive");
    }
    if (!requestWithin.isPositive() || !idleTimeout.isPositive() || stopWithin.isNegative()) {
      throw new IllegalArgumentException("waits of the public port are positive");
    }
  }

  /** The same at another address. */
  public IntakeSettings at(String otherHost, int otherPort) {
    return new IntakeSettings(
        otherHost,
        otherPort,
        maxBodyBytes,
        maxInFlightBytes,
        maxHeaderBytes,
        maxConnections,
        requestWithin,
        idleTimeout,
        retryAfter,
        stopWithin,
        threads,
        maxRejections);
  }
}
