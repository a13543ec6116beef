package dev.gatehouse.app.demo;

import java.nio.file.Path;
import java.util.Map;

/**
 * Starts the gateway that the demonstration talks to; given from outside, so that this stays a
 * client.
 */
@FunctionalInterface
public interface Host {
  /**
   * A gateway that takes requests.
   *
   * @param close stops it
   */
  record Running(int port, int adminPort, Runnable close) {}

  /**
   * @param environment what {@code ${env:…}} in the configuration refers to
   */
  Running start(Path config, Path dataDir, Map<String, String> environment);
}
