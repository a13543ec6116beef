package dev.gatehouse.bench;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Leases every lane to a node that does not exist, as if others did the work behind the
 * acknowledgement, and gives them back. So acknowledging can be measured alone, and a backlog be
 * made and drained, with the gateway as it is.
 */
final class Lanes {
  private final String url;

  Lanes(String url) {
    this.url = url;
  }

  /** Only while no gateway holds a lane. */
  void hold() {
    execute(
        "update lane set owner = 'bench-elsewhere', epoch = epoch + 1, lease_until = 'infinity'");
  }

  void release() {
    execute(
        """
        update lane set owner = null, lease_until = '-infinity', clean = true
        where owner = 'bench-elsewhere'
        """);
  }

  /** Everything on disk, so that no measurement pays for the writes of the one before. */
  void checkpoint() {
    execute("checkpoint");
  }

  long count(String sql) {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  private void execute(String sql) {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }
}
