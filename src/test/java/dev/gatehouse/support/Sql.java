package dev.gatehouse.support;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Questions and statements to one database by its URL, each on a connection of its own. */
public record Sql(String url) implements Facts.Database {
  @Override
  public List<Map<String, Object>> query(String sql, Object... arguments) {
    try (Connection connection = DriverManager.getConnection(url);
        PreparedStatement statement = prepare(connection, sql, arguments);
        ResultSet rows = statement.executeQuery()) {
      List<Map<String, Object>> all = new ArrayList<>();
      while (rows.next()) {
        Map<String, Object> row = new LinkedHashMap<>();
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
          row.put(rows.getMetaData().getColumnLabel(i), rows.getObject(i));
        }
        all.add(row);
      }
      return all;
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  /** Gives the number of rows changed. */
  public int execute(String sql, Object... arguments) {
    try (Connection connection = DriverManager.getConnection(url);
        PreparedStatement statement = prepare(connection, sql, arguments)) {
      return statement.executeUpdate();
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  private static PreparedStatement prepare(Connection connection, String sql, Object... arguments)
      throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    for (int i = 0; i < arguments.length; i++) {
      statement.setObject(i + 1, arguments[i]);
    }
    return statement;
  }
}
