package dev.gatehouse.db;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A PostgreSQL of our own, for those who have none: durable, on loopback, behind a password, kept
 * across restarts.
 *
 * <p>The library underneath is meant for tests and starts the server with {@code -F} and {@code
 * synchronous_commit=off}; both are overridden here and a test asks the server. One gateway holds
 * one data folder (a file lock that dies with the process); a server left over from a gateway that
 * was killed is stopped first.
 */
public final class EmbeddedServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedServer.class);
  private static final Duration START_LIMIT = Duration.ofSeconds(60);

  private final EmbeddedPostgres postgres;
  private final String password;
  private final FileChannel lockFile;

  private EmbeddedServer(EmbeddedPostgres postgres, String password, FileChannel lockFile) {
    this.postgres = postgres;
    this.password = password;
    this.lockFile = lockFile;
  }

  /**
   * Starts a server over the folder, which is made when missing. The binaries are unpacked into it
   * as well.
   */
  public static EmbeddedServer start(Path folder) {
    return start(folder, folder.resolve("binaries"));
  }

  /** As {@link #start(Path)}, with the unpacked binaries shared between several folders. */
  public static EmbeddedServer start(Path folder, Path binaries) {
    FileChannel lockFile = null;
    try {
      makePrivate(folder);
      Files.createDirectories(binaries);
      lockFile = lock(folder);
      Path data = folder.resolve("data");
      Leftover.stop(data);
      String password = password(folder.resolve("password"));
      EmbeddedPostgres postgres =
          EmbeddedPostgres.builder()
              .setOverrideWorkingDirectory(binaries.toFile())
              .setDataDirectory(data)
              .setCleanDataDirectory(false)
              .setConnectConfig("password", password)
              .setPGStartupWait(START_LIMIT)
              .setOutputRedirector(
                  ProcessBuilder.Redirect.appendTo(folder.resolve("postgres.log").toFile()))
              .setErrorRedirector(
                  ProcessBuilder.Redirect.appendTo(folder.resolve("postgres.log").toFile()))
              .setRegisterShutdownHook(false)
              .setServerConfig("fsync", "on")
              .setServerConfig("synchronous_commit", "on")
              .setServerConfig("full_page_writes", "on")
              .setServerConfig("listen_addresses", "127.0.0.1")
              .setServerConfig("unix_socket_directories", "")
              .setServerConfig("max_connections", "100")
              .setServerConfig("shared_buffers", "128MB")
              .setServerConfig("max_wal_size", "2GB")
              .setServerConfig("checkpoint_timeout", "15min")
              .setServerConfig("password_encryption", "scram-sha-256")
              .start();
      EmbeddedServer server = new EmbeddedServer(postgres, password, lockFile);
      server.closeToStrangers(data);
      server.createDatabase("gatehouse");
      return server;
    } catch (IOException | SQLException e) {
      release(lockFile);
      throw new IllegalStateException(
          "the embedded PostgreSQL under "
              + folder
              + " did not start (see postgres.log there): "
              + e.getMessage(),
          e);
    } catch (RuntimeException e) {
      release(lockFile);
      throw e;
    }
  }

  /** The address of one of its databases. */
  JdbcUrl url(String database) {
    return JdbcUrl.of(
        "jdbc:postgresql://127.0.0.1:" + postgres.getPort() + "/" + database, "postgres", password);
  }

  /**
   * An address with user and password in it, for a second program such as psql; treat it as a
   * secret.
   */
  public String connectionString(String database) {
    return "postgres://postgres:" + password + "@127.0.0.1:" + postgres.getPort() + "/" + database;
  }

  /** Makes a database of that name, unless it is there. */
  public void createDatabase(String name) throws SQLException {
    try (Connection connection = url("postgres").connect(Duration.ofSeconds(10));
        Statement statement = connection.createStatement()) {
      try (var found =
          statement.executeQuery("select 1 from pg_database where datname = '" + name + "'")) {
        if (found.next()) {
          return;
        }
      }
      statement.execute("create database \"" + name + "\"");
    }
  }

  @Override
  public void close() {
    try {
      postgres.close();
    } catch (IOException e) {
      LOG.warn("the embedded PostgreSQL did not stop in time; the next start will stop it");
    } finally {
      release(lockFile);
    }
  }

  /**
   * The library sets the server up to trust everybody on this machine; ask for the password
   * instead.
   */
  private void closeToStrangers(Path data) throws IOException, SQLException {
    Path rules = data.resolve("pg_hba.conf");
    String wanted = "host all all 127.0.0.1/32 scram-sha-256\n";
    if (Files.readString(rules).equals(wanted)) {
      return;
    }
    try (Connection connection = url("postgres").connect(Duration.ofSeconds(10));
        Statement statement = connection.createStatement()) {
      statement.execute("alter role postgres password '" + password + "'");
      Files.writeString(rules, wanted);
      statement.execute("select pg_reload_conf()");
    }
  }

  private static void makePrivate(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }
  }

  private static String password(Path file) throws IOException {
    if (!Files.exists(file)) {
      byte[] random = new byte[24];
      new SecureRandom().nextBytes(random);
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(file, HexFormat.of().formatHex(random));
    }
    return Files.readString(file).strip();
  }

  private static FileChannel lock(Path folder) throws IOException {
    FileChannel file =
        FileChannel.open(
            folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      FileLock held = file.tryLock();
      if (held != null) {
        return file;
      }
    } catch (OverlappingFileLockException e) {
      // Held by this very process: the same answer as when another one holds it.
    }
    file.close();
    throw new DataFolderInUse(folder);
  }

  private static void release(@Nullable FileChannel lockFile) {
    try {
      if (lockFile != null) {
        lockFile.close();
      }
    } catch (IOException e) {
      // The lock ends with the process at the latest.
    }
  }
}
