package dev.gatehouse.app.demo;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What the demonstration plays on: a temporary folder, fresh secrets, a receiver and a running
 * gateway.
 */
record Stage(
    Path folder,
    Path config,
    Map<String, String> environment,
    DemoSecrets secrets,
    DemoSink sink,
    Host.Running gateway)
    implements AutoCloseable {
  private static final int PORT = 8080;
  private static final int ADMIN_PORT = 8081;

  static Stage set(Host host, boolean freePorts) throws IOException {
    Path folder = Files.createTempDirectory("gatehouse-demo");
    DemoSecrets secrets = new DemoSecrets(Instant.now());
    DemoSink sink = new DemoSink();
    Map<String, String> more = new HashMap<>();
    more.put("DEMO_SINK", sink.url());
    more.put("DEMO_PORT", port(PORT, freePorts));
    more.put("DEMO_ADMIN_PORT", port(ADMIN_PORT, freePorts));
    Map<String, String> environment = secrets.environment(more);
    Path config = folder.resolve("gatehouse.yaml");
    try (InputStream text = Stage.class.getResourceAsStream("/demo/gatehouse.yaml")) {
      if (text == null) {
        throw new IllegalStateException("the jar holds no demo/gatehouse.yaml");
      }
      Files.copy(text, config);
      return new Stage(
          folder,
          config,
          environment,
          secrets,
          sink,
          host.start(config, folder.resolve("data"), environment));
    } catch (IOException | RuntimeException e) {
      sink.close();
      remove(folder);
      throw e;
    }
  }

  Path tokenFile() {
    return folder.resolve("data").resolve("admin-token");
  }

  String token() throws IOException {
    return Files.readString(tokenFile()).strip();
  }

  @Override
  public void close() {
    gateway.close().run();
    sink.close();
    remove(folder);
  }

  /** The usual port when it can be had, else any. */
  private static String port(int usual, boolean free) {
    if (free) {
      return "0";
    }
    try (ServerSocket probe = new ServerSocket(usual, 1, InetAddress.getLoopbackAddress())) {
      return Integer.toString(probe.getLocalPort());
    } catch (IOException e) {
      return "0";
    }
  }

  private static void remove(Path folder) {
    try (Stream<Path> walk = Files.walk(folder)) {
      walk.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException e) {
      // What is left lies in the temporary folder of the system.
    }
  }
}
