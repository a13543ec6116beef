package dev.gatehouse.db;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A database of a test's own, cloned from a migrated template on one server per test process.
 *
 * <p>The server runs with fsync on, as the embedded one does in earnest.
 */
public final class TestDatabase implements AutoCloseable {
  private static final AtomicInteger COUNTER = new AtomicInteger();
  private static final String TEMPLATE = "gatehouse_template";

  private final String name;
  private final Database database;

  private TestDatabase(String name, Database database) {
    this.name = name;
    this.database = database;
  }

  /** A new, migrated, empty database with small pools. */
  public static TestDatabase fresh() {
    String name = "t" + COUNTER.incrementAndGet();
    execute("postgres", "create database " + name + " template " + Holder.template());
    return new TestDatabase(name, open(name, 3, 8, 4));
  }

  /** A second, independent set of pools on the same database: another node. */
  public Database anotherNode() {
    return open(name, 3, 8, 4);
  }

  public Database database() {
    return database;
  }

  /** A URL with user and password, for a gateway that is to use this database. */
  public String url() {
    return Holder.SERVER.connectionString(name);
  }

  /** The number of rows of a table. */
  public long count(String table) {
    return (Long) query("select count(*) as n from " + table).getFirst().get("n");
  }

  /** Runs a query outside the pools; one map per row, in column order. */
  public List<Map<String, Object>> query(String sql, Object... arguments) {
    try (Connection connection = connect(name);
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < arguments.length; i++) {
        statement.setObject(i + 1, arguments[i]);
      }
      try (ResultSet rows = statement.executeQuery()) {
        List<Map<String, Object>> all = new ArrayList<>();
        while (rows.next()) {
          Map<String, Object> row = new LinkedHashMap<>();
          for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
            row.put(rows.getMetaData().getColumnLabel(i), rows.getObject(i));
          }
          all.add(row);
        }
        return all;
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Runs a statement outside the pools. */
  public void execute(String sql) {
    execute(name, sql);
  }

  /** Cuts every connection to this database from under its users. */
  public void killConnections() {
    execute(
        "postgres",
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = '" + name + "'");
  }

  @Override
  public void close() {
    database.close();
    execute("postgres", "drop database if exists " + name + " with (force)");
  }

  private static Database open(String name, int intake, int work, int admin) {
    return Database.open(
        DatabaseSettings.at(Holder.SERVER.connectionString(name), Holder.FOLDER)
            .withConnections(intake, work, admin),
        InstantSource.system());
  }

  private static void execute(String database, String sql) {
    try (Connection connection = connect(database);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Connection connect(String database) {
    return Holder.SERVER.url(database).connect(Duration.ofSeconds(10));
  }

  /** Started on first use and stopped with the process. */
  private static final class Holder {
    static final Path FOLDER = folder();
    static final EmbeddedServer SERVER = server();
    private static boolean templateMade;

    static synchronized String template() {
      if (!templateMade) {
        execute("postgres", "create database " + TEMPLATE);
        open(TEMPLATE, 1, 1, 1).close();
        templateMade = true;
      }
      return TEMPLATE;
    }

    private static Path folder() {
      try {
        return Files.createTempDirectory("gatehouse-test");
      } catch (java.io.IOException e) {
        throw new IllegalStateException(e);
      }
    }

    private static EmbeddedServer server() {
      EmbeddedServer server =
          EmbeddedServer.start(
              FOLDER, Path.of(System.getProperty("java.io.tmpdir"), "gatehouse-test-binaries"));
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server)));
      return server;
    }

    private static void stop(EmbeddedServer server) {
      server.close();
      try (var files = Files.walk(FOLDER)) {
        files.sorted(java.util.Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      } catch (java.io.IOException e) {
        // A folder left behind in the temporary directory is no test result.
      }
    }
  }
}
