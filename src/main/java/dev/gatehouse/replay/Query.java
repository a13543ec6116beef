package dev.gatehouse.replay;

import dev.gatehouse.db.DatabaseException;
import dev.gatehouse.db.Tx;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Runs the statements of this room; arrays become PostgreSQL arrays, instants timestamptz. */
final class Query {
  private Query() {}

  /** Reads one row. */
  interface Row<T> {
    T read(ResultSet row) throws SQLException;
  }

  static <T> List<T> list(
      Tx tx, String what, String sql, Row<T> read, @Nullable Object... arguments) {
    try (PreparedStatement statement = tx.connection().prepareStatement(sql)) {
      bind(statement, arguments);
      List<T> found = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          found.add(read.read(rows));
        }
      }
      return found;
    } catch (SQLException e) {
      throw DatabaseException.of(what, e);
    }
  }

  static int update(Tx tx, String what, String sql, @Nullable Object... arguments) {
    try (PreparedStatement statement = tx.connection().prepareStatement(sql)) {
      bind(statement, arguments);
      return statement.executeUpdate();
    } catch (SQLException e) {
      throw DatabaseException.of(what, e);
    }
  }

  static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }

  static @Nullable UUID uuid(ResultSet row, String column) throws SQLException {
    return row.getObject(column, UUID.class);
  }

  private static void bind(PreparedStatement statement, @Nullable Object[] arguments)
      throws SQLException {
    Connection connection = statement.getConnection();
    for (int i = 0; i < arguments.length; i++) {
      Object value = arguments[i];
      switch (value) {
        case null -> statement.setNull(i + 1, Types.OTHER);
        case Instant at -> statement.setObject(i + 1, at.atOffset(ZoneOffset.UTC));
        case UUID[] ids -> statement.setArray(i + 1, connection.createArrayOf("uuid", ids));
        case Integer[] numbers ->
            statement.setArray(i + 1, connection.createArrayOf("int4", numbers));
        case Boolean[] flags -> statement.setArray(i + 1, connection.createArrayOf("bool", flags));
        case String[] texts -> statement.setArray(i + 1, connection.createArrayOf("text", texts));
        default -> statement.setObject(i + 1, value);
      }
    }
  }
}
