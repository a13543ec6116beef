package dev.gatehouse.db;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jooq.SQLDialect;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/**
 * An open, migrated database: three pools and transactions over them. Closing it stops an embedded
 * server too.
 */
public final class Database implements AutoCloseable {
  private final Map<Pool, HikariDataSource> pools;
  private final JdbcUrl url;
  private final @Nullable EmbeddedServer server;

  private Database(
      Map<Pool, HikariDataSource> pools, JdbcUrl url, @Nullable EmbeddedServer server) {
    this.pools = pools;
    this.url = url;
    this.server = server;
  }

  /** Loads driver and libraries, so that {@link #open} need not when it is its turn. */
  public static void preload() {
    DriverManager.getDrivers();
    Migrations.preload();
    DSL.using(SQLDialect.POSTGRES).selectOne().getSQL();
  }

  /**
   * Connects, starting an embedded server where no URL is given, and brings the schema up to date.
   *
   * @param clock says for which days partitions are made
   * @throws DatabaseException when the server cannot be reached
   * @throws SchemaMismatch when the schema is newer than this program, or was changed by hand
   */
  public static Database open(DatabaseSettings settings, InstantSource clock) {
    EmbeddedServer server =
        settings.url().isPresent()
            ? null
            : EmbeddedServer.start(settings.dataDir().resolve("postgres"));
    try {
      JdbcUrl url =
          server == null
              ? JdbcUrl.of(settings.url().orElseThrow(), settings.user(), settings.password())
              : server.url("gatehouse");
      Migrations.apply(url);
      Map<Pool, HikariDataSource> pools = Pools.open(url, settings);
      Database database = new Database(pools, url, server);
      new Partitions(clock).ensure(database);
      return database;
    } catch (RuntimeException e) {
      if (server != null) {
        server.close();
      }
      throw e;
    }
  }

  /**
   * Runs the work in one transaction and commits; any exception rolls back and goes on to the
   * caller.
   */
  public <T> T transaction(Pool pool, Function<Tx, T> work) {
    try (Connection connection = pool(pool).getConnection()) {
      try {
        begin(connection, pool);
        T result = work.apply(new Tx(connection));
        connection.commit();
        return result;
      } catch (SQLException | RuntimeException e) {
        rollBack(connection);
        throw e;
      }
    } catch (SQLException e) {
      throw DatabaseException.of("transaction on the " + pool + " pool", e);
    } catch (DataAccessException e) {
      // jOOQ's, whose message quotes the statement: what the driver said, said in our way.
      SQLException said = e.getCause(SQLException.class);
      if (said == null) {
        throw e;
      }
      throw DatabaseException.of("transaction on the " + pool + " pool", said);
    }
  }

  /** As {@link #transaction}, for work without a result. */
  public void run(Pool pool, Consumer<Tx> work) {
    boolean unused =
        transaction(
            pool,
            tx -> {
              work.accept(tx);
              return true;
            });
  }

  /**
   * A connection of its own, outside the pools, in auto-commit: for LISTEN. The caller closes it.
   */
  public Connection dedicatedConnection() {
    return url.connect(Duration.ofSeconds(5));
  }

  /** How many connections of that pool are in use, idle, and how many threads wait for one. */
  public PoolUse use(Pool pool) {
    var bean = pool(pool).getHikariPoolMXBean();
    return bean == null
        ? new PoolUse(0, 0, 0)
        : new PoolUse(
            bean.getActiveConnections(),
            bean.getIdleConnections(),
            bean.getThreadsAwaitingConnection());
  }

  /** A glance at a pool. */
  public record PoolUse(int active, int idle, int waiting) {}

  /** The embedded server, where this is one. */
  public Optional<EmbeddedServer> server() {
    return Optional.ofNullable(server);
  }

  @Override
  public void close() {
    pools.values().forEach(HikariDataSource::close);
    if (server != null) {
      server.close();
    }
  }

  private HikariDataSource pool(Pool pool) {
    return Objects.requireNonNull(pools.get(pool));
  }

  /**
   * One round trip: the limits hold for this transaction alone, so a pooling proxy may stand in
   * between.
   */
  private static void begin(Connection connection, Pool pool) throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "set local statement_timeout = "
              + pool.statementLimit().toMillis()
              + "; set local idle_in_transaction_session_timeout = "
              + pool.idleLimit().toMillis());
    }
  }

  private static void rollBack(Connection connection) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      // The connection is gone, and the transaction with it; the pool replaces it.
    }
  }
}
