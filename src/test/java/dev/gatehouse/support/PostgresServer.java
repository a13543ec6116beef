package dev.gatehouse.support;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A PostgreSQL of its own that several gateways can share, and that can be stopped, crashed, frozen
 * and started again on the same port and data.
 *
 * <p>Durable, with the settings of {@code dev.gatehouse.db.EmbeddedServer}; the embedded starter
 * alone would turn {@code fsync} and {@code synchronous_commit} off. Not safe for use by several
 * threads.
 */
public final class PostgresServer implements AutoCloseable {
  /** Unpacked once and shared: they are 100 MB. */
  private static final Path BINARIES =
      Path.of(System.getProperty("java.io.tmpdir"), "gatehouse-test-binaries");

  private final Path folder;
  private final int port;
  private final Map<String, String> settings;
  private @Nullable EmbeddedPostgres running;
  private int databases;

  private PostgresServer(Path folder, int port, Map<String, String> settings) {
    this.folder = folder;
    this.port = port;
    this.settings = settings;
  }

  /** Starts one with the settings of a durable server, in a temporary folder. */
  public static PostgresServer start() {
    return start(Map.of());
  }

  /** Starts one with settings of postgresql.conf added to, or put in place of, the usual ones. */
  public static PostgresServer start(Map<String, String> more) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("fsync", "on");
    settings.put("synchronous_commit", "on");
    settings.put("full_page_writes", "on");
    settings.put("listen_addresses", "127.0.0.1");
    settings.put("max_connections", "200");
    settings.put("shared_buffers", "128MB");
    settings.put("max_wal_size", "2GB");
    settings.put("checkpoint_timeout", "15min");
    settings.putAll(more);
    try {
      Path folder = Files.createTempDirectory("gatehouse-pg-");
      PostgresServer server = new PostgresServer(folder, freePort(), settings);
      server.restart();
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Makes an empty database and gives its JDBC URL, user included. */
  public String newDatabase() {
    String name = "t" + ++databases;
    run("postgres", "create database " + name);
    return url(name);
  }

  /** Drops a database made here, with whoever is still connected to it. */
  public void drop(String url) {
    run("postgres", "drop database if exists " + nameIn(url) + " with (force)");
  }

  public String url(String database) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + database + "?user=postgres";
  }

  public int port() {
    return port;
  }

  /** Runs one statement in a database, on a connection of its own. */
  public void run(String database, String sql) {
    try (Connection connection = DriverManager.getConnection(url(database));
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  /** Starts it (again) on the same port and data; a crashed one recovers from its log first. */
  public void restart() {
    try {
      EmbeddedPostgres.Builder builder =
          EmbeddedPostgres.builder()
              .setOverrideWorkingDirectory(BINARIES.toFile())
              .setDataDirectory(folder.resolve("data"))
              .setCleanDataDirectory(false)
              .setPort(port)
              // Recovery after a crash takes its time on a busy machine.
              .setPGStartupWait(Duration.ofSeconds(60))
              .setOutputRedirector(log())
              .setErrorRedirector(log());
      settings.forEach(builder::setServerConfig);
      running = builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Stops it in order: open transactions are rolled back, the log is flushed. */
  public void stop() {
    EmbeddedPostgres server = running;
    running = null;
    if (server != null) {
      try {
        server.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /**
   * Stops it as {@code pg_ctl stop -m immediate} does: no check point, recovery at the next start.
   */
  public void crash() {
    long postmaster = postmaster();
    Processes.signal(postmaster, "QUIT");
    Processes.awaitEnd(postmaster);
    stop();
  }

  /** Freezes every process of it: connections stay open and nothing answers. */
  public void freeze() {
    tree().forEach(pid -> Processes.signal(pid, "STOP"));
  }

  /** Lets a frozen one run on. */
  public void thaw() {
    tree().reversed().forEach(pid -> Processes.signal(pid, "CONT"));
  }

  @Override
  public void close() {
    if (running != null) {
      thaw();
      stop();
    }
    Processes.deleteTree(folder);
  }

  /** The postmaster first, so that no new child is born while the rest is being frozen. */
  private List<Long> tree() {
    return Processes.tree(postmaster());
  }

  /** The number of its first process, from which all others descend. */
  public long pid() {
    return postmaster();
  }

  private long postmaster() {
    try {
      Path pidFile = folder.resolve("data").resolve("postmaster.pid");
      return Long.parseLong(Files.readAllLines(pidFile).getFirst().trim());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ProcessBuilder.Redirect log() {
    return ProcessBuilder.Redirect.appendTo(folder.resolve("postgres.log").toFile());
  }

  private static String nameIn(String url) {
    return url.substring(url.lastIndexOf('/') + 1, url.indexOf('?'));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
