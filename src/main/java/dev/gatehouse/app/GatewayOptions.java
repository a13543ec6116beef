package dev.gatehouse.app;

import dev.gatehouse.config.Settings;
import dev.gatehouse.config.SettingsFile;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How one gateway is started.
 *
 * @param config the configuration file
 * @param dataDir where the embedded database, the first token and the secrets' key lie
 * @param port instead of the file's; 0 takes a free one
 * @param adminPort likewise
 * @param environment what {@code ${env:…}} refers to
 * @param clock what the gateway takes for now, except for leases and retries, which go by the
 *     database's clock
 */
public record GatewayOptions(
    Path config,
    Path dataDir,
    OptionalInt port,
    OptionalInt adminPort,
    Map<String, String> environment,
    InstantSource clock) {

  public GatewayOptions {
    environment = Map.copyOf(environment);
  }

  /** With the environment and the clock of this process. */
  public static GatewayOptions of(
      Path config, Path dataDir, OptionalInt port, OptionalInt adminPort) {
    return new GatewayOptions(
        config, dataDir, port, adminPort, System.getenv(), InstantSource.system());
  }

  /** The same gateway with other variables. */
  public GatewayOptions withEnvironment(Map<String, String> other) {
    return new GatewayOptions(config, dataDir, port, adminPort, other, clock);
  }

  /**
   * Reads the configuration.
   *
   * @throws BadConfiguration with every mistake there is
   */
  Settings load() {
    return switch (SettingsFile.load(
        config, name -> name == null ? null : environment.get(name), false)) {
      case SettingsFile.Loaded.Good good -> good.settings();
      case SettingsFile.Loaded.Bad bad -> throw new BadConfiguration(bad.mistakes());
    };
  }

  /** A name no other living node has: this host and process, or what the operator calls it. */
  String node() {
    return Optional.ofNullable(environment.get("GATEHOUSE_NODE"))
        .filter(name -> !name.isBlank())
        .orElseGet(() -> host() + "-" + ProcessHandle.current().pid());
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }
}
