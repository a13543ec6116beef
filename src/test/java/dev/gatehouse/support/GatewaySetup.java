package dev.gatehouse.support;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a gateway process is started with.
 *
 * @param folder for its configuration, its data and what it prints; made when missing
 * @param config YAML; its {@code database} block, if any, is {@code database: { key: value }}
 *     without a URL
 * @param databaseUrl empty: its own embedded server, under the folder
 * @param port 0 takes a free one
 * @param adminPort 0 takes a free one
 * @param command what stands before {@code serve}
 */
public record GatewaySetup(
    Path folder,
    String config,
    Optional<String> databaseUrl,
    int port,
    int adminPort,
    List<String> command,
    Map<String, String> environment) {
  /** The administrator's token of every gateway started here. */
  public static final String ADMIN_TOKEN = "test-admin-token-7f3a91c0d2e44b6f";

  private static final String DATABASE = "database: { ";

  public GatewaySetup {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
  }

  /** The packaged jar on an embedded server and free ports. */
  public static GatewaySetup of(Path folder, String config) {
    return new GatewaySetup(folder, config, Optional.empty(), 0, 0, jar(), Map.of());
  }

  public GatewaySetup withDatabase(String url) {
    return new GatewaySetup(
        folder, config, Optional.of(url), port, adminPort, command, environment);
  }

  public GatewaySetup withConfig(String other) {
    return new GatewaySetup(folder, other, databaseUrl, port, adminPort, command, environment);
  }

  public GatewaySetup withCommand(List<String> other) {
    return new GatewaySetup(folder, config, databaseUrl, port, adminPort, other, environment);
  }

  Map<String, String> fullEnvironment() {
    Map<String, String> all = new HashMap<>(environment);
    all.put("GATEHOUSE_ADMIN_TOKEN", ADMIN_TOKEN);
    all.put("GATEHOUSE_HOME", Path.of("").toAbsolutePath().toString());
    return all;
  }

  /**
   * The configuration with the database's URL in its {@code database} block, which is made if need
   * be.
   */
  String wholeConfig() {
    if (databaseUrl.isEmpty()) {
      return config;
    }
    String url = "url: \"" + databaseUrl.get() + "\"";
    return config.contains(DATABASE)
        ? config.replace(DATABASE, DATABASE + url + ", ")
        : config + "\n" + DATABASE + url + " }\n";
  }

  private static List<String> jar() {
    List<String> command = new ArrayList<>(List.of(JavaProcess.java()));
    command.addAll(JavaProcess.FLAGS);
    // Scenarios ask what happens, not how fast: the quick compiler is up sooner.
    command.add("-XX:TieredStopAtLevel=1");
    Path aot = Path.of("target", "gatehouse.aot").toAbsolutePath();
    if (Files.exists(aot)) {
      command.addAll(List.of("-XX:AOTCache=" + aot, "-Xlog:disable", "-Xlog:all=warning:stderr"));
    }
    command.addAll(List.of("-jar", Path.of("target", "gatehouse.jar").toAbsolutePath().toString()));
    return command;
  }
}
