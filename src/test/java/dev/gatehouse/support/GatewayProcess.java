package dev.gatehouse.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A gateway as people run it: the packaged jar in a process of its own. Can be killed, frozen and
 * started again over the same data; on close nothing of it is left running.
 */
public final class GatewayProcess implements AutoCloseable {
  private static final Duration START_LIMIT = Duration.ofSeconds(90);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(30);
  private static final String READY = "gatehouse: ready";
  private static final Pattern PORT = Pattern.compile(" port (\\d+)");

  private final GatewaySetup setup;
  private JavaProcess process;

  private GatewayProcess(GatewaySetup setup, JavaProcess process) {
    this.setup = setup;
    this.process = process;
  }

  /** Starts one and waits until it says that it takes requests. */
  public static GatewayProcess start(GatewaySetup setup) {
    return new GatewayProcess(setup, launch(setup));
  }

  /** Starts it again over the same data, on new ports unless they are set. */
  public void startAgain() {
    if (process.isAlive()) {
      throw new IllegalStateException("still running");
    }
    process = launch(setup);
  }

  public JavaProcess process() {
    return process;
  }

  public int port() {
    return ports().getFirst();
  }

  public int adminPort() {
    return ports().get(1);
  }

  public AdminApi admin() {
    return new AdminApi(adminPort(), GatewaySetup.ADMIN_TOKEN);
  }

  /** Everything it has printed, over all its starts. */
  public String said() {
    return process.said();
  }

  /** {@code kill -9}; an embedded PostgreSQL lives on, as it would. */
  public void kill() {
    process.kill();
  }

  /** Asks it to stop and waits until it has. */
  public int stop() {
    return process.stop(STOP_LIMIT);
  }

  @Override
  public void close() {
    process.close();
    Path pidFile = setup.folder().resolve("data/postgres/data/postmaster.pid");
    if (Files.exists(pidFile)) {
      try {
        long postmaster = Long.parseLong(Files.readAllLines(pidFile).getFirst().trim());
        Processes.signal(postmaster, "QUIT");
        Processes.awaitEnd(postmaster);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private List<Integer> ports() {
    List<Integer> ports = new ArrayList<>();
    Matcher matcher = PORT.matcher(process.readyLine());
    while (matcher.find()) {
      ports.add(Integer.parseInt(matcher.group(1)));
    }
    if (ports.size() < 2) {
      throw new IllegalStateException("no two ports in: " + process.readyLine());
    }
    return ports;
  }

  private static JavaProcess launch(GatewaySetup setup) {
    Path config = setup.folder().resolve("gatehouse.yaml");
    try {
      Files.createDirectories(setup.folder());
      Files.writeString(config, setup.wholeConfig());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<String> command = new ArrayList<>(setup.command());
    command.addAll(List.of("serve", "--config", config.toString()));
    command.addAll(List.of("--data-dir", setup.folder().resolve("data").toString()));
    command.addAll(List.of("--port", Integer.toString(setup.port())));
    command.addAll(List.of("--admin-port", Integer.toString(setup.adminPort())));
    return JavaProcess.start(
        "gateway",
        command,
        setup.fullEnvironment(),
        setup.folder(),
        line -> line.startsWith(READY),
        START_LIMIT);
  }
}
