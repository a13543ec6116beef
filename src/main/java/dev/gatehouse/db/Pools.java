package dev.gatehouse.db;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/**
 * Opens the connection pools: fixed in size, quick to say no, and rid of dead peers within half a
 * minute.
 */
final class Pools {
  /**
   * A peer that vanished without a word is noticed after this; above every statement's own limit.
   */
  private static final Duration SOCKET_LIMIT = Duration.ofSeconds(20);

  private Pools() {}

  static Map<Pool, HikariDataSource> open(JdbcUrl url, DatabaseSettings settings) {
    Map<Pool, HikariDataSource> pools = new EnumMap<>(Pool.class);
    pools.put(Pool.INTAKE, open(url, settings, Pool.INTAKE, settings.intakeConnections()));
    pools.put(Pool.WORK, open(url, settings, Pool.WORK, settings.workConnections()));
    pools.put(Pool.ADMIN, open(url, settings, Pool.ADMIN, settings.adminConnections()));
    return pools;
  }

  private static HikariDataSource open(
      JdbcUrl url, DatabaseSettings settings, Pool pool, int size) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("gatehouse-" + pool.name().toLowerCase(Locale.ROOT));
    config.setJdbcUrl(url.url());
    url.who().forEach((name, value) -> config.addDataSourceProperty((String) name, value));
    config.setMaximumPoolSize(size);
    config.setMinimumIdle(pool == Pool.INTAKE ? size : 1);
    config.setConnectionTimeout(settings.connectTimeout().toMillis());
    config.setValidationTimeout(Math.min(1000, settings.connectTimeout().toMillis()));
    config.setInitializationFailTimeout(-1);
    config.setMaxLifetime(Duration.ofMinutes(30).toMillis());
    config.setKeepaliveTime(Duration.ofMinutes(2).toMillis());
    config.setAutoCommit(false);
    config.setExceptionOverrideClassName(EvictReadOnly.class.getName());
    config.addDataSourceProperty("ApplicationName", config.getPoolName());
    config.addDataSourceProperty("connectTimeout", "3");
    config.addDataSourceProperty("socketTimeout", Long.toString(SOCKET_LIMIT.toSeconds()));
    config.addDataSourceProperty("tcpKeepAlive", "true");
    // Of several hosts in the URL, the one that takes writes.
    config.addDataSourceProperty("targetServerType", "primary");
    config.addDataSourceProperty("prepareThreshold", "2");
    return new HikariDataSource(config);
  }

  /**
   * After a failover a pooled connection may lead to a server that has become read-only: throw it
   * away.
   */
  public static final class EvictReadOnly implements SQLExceptionOverride {
    @java.lang.Override
    public Override adjudicate(SQLException e) {
      return "25006".equals(e.getSQLState()) ? Override.MUST_EVICT : Override.CONTINUE_EVICT;
    }
  }
}
