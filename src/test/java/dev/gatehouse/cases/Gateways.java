package dev.gatehouse.cases;

import dev.gatehouse.app.BadConfiguration;
import dev.gatehouse.app.Gateway;
import dev.gatehouse.app.GatewayOptions;
import dev.gatehouse.config.SettingsFile;
import dev.gatehouse.db.TestDatabase;
import dev.gatehouse.support.AdminApi;
import dev.gatehouse.support.GatewaySetup;
import dev.gatehouse.support.Processes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Starts whole gateways in this process, so that a case can set their clock. */
final class Gateways {
  private Gateways() {}

  /**
   * A gateway on free ports and a database of its own.
   *
   * @param clock the instant it believes in from beginning to end; empty: the time it is
   */
  static GatewayUnderTest start(String config, Optional<Instant> clock) {
    TestDatabase database = TestDatabase.fresh();
    Path folder = folder();
    LogCapture logs = LogCapture.attach();
    try {
      Path file = folder.resolve("gatehouse.yaml");
      Files.writeString(file, config + "\ndatabase: { url: \"${env:CASE_DATABASE}\" }\n");
      GatewayOptions options =
          new GatewayOptions(
              file,
              folder,
              OptionalInt.of(0),
              OptionalInt.of(0),
              Map.of(
                  "CASE_DATABASE",
                  database.url(),
                  "GATEHOUSE_ADMIN_TOKEN",
                  GatewaySetup.ADMIN_TOKEN),
              clock.<InstantSource>map(InstantSource::fixed).orElseGet(InstantSource::system));
      return new Running(Gateway.start(options), database, logs, folder);
    } catch (IOException | RuntimeException e) {
      logs.close();
      database.close();
      throw new AssertionError(
          (e instanceof BadConfiguration bad ? bad.mistakes() : e) + "\n" + config, e);
    }
  }

  /** What the configuration check says; empty when it is content. */
  static List<String> mistakes(String config) {
    return switch (SettingsFile.read("case.yaml", config, Path.of("."), name -> null)) {
      case SettingsFile.Loaded.Good good -> List.of();
      case SettingsFile.Loaded.Bad bad -> bad.mistakes().stream().map(String::valueOf).toList();
    };
  }

  private static Path folder() {
    try {
      return Files.createTempDirectory("gatehouse-case-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private record Running(Gateway gateway, TestDatabase database, LogCapture captured, Path folder)
      implements GatewayUnderTest {
    @Override
    public int port() {
      return gateway.port();
    }

    @Override
    public AdminApi admin() {
      return new AdminApi(gateway.adminPort(), GatewaySetup.ADMIN_TOKEN);
    }

    @Override
    public String logs() {
      return captured.text();
    }

    @Override
    public void close() {
      gateway.close();
      captured.close();
      database.close();
      Processes.deleteTree(folder);
    }
  }
}
