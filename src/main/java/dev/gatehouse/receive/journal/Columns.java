package dev.gatehouse.receive.journal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Binds one array per column for {@code unnest}. The driver sends arrays of bytes, numbers and text
 * in binary; times travel as microseconds, because it would write them out as text.
 */
final class Columns<T> {
  private final Connection connection;
  private final PreparedStatement statement;
  private final List<T> rows;
  private int next = 1;

  Columns(Connection connection, PreparedStatement statement, List<T> rows) {
    this.connection = connection;
    this.statement = statement;
    this.rows = rows;
  }

  Columns<T> text(Function<T, @Nullable String> value) throws SQLException {
    @Nullable String[] column = new String[rows.size()];
    for (int i = 0; i < column.length; i++) {
      column[i] = value.apply(rows.get(i));
    }
    return array("text", column);
  }

  Columns<T> bytes(Function<T, byte[]> value) throws SQLException {
    byte[][] column = new byte[rows.size()][];
    for (int i = 0; i < column.length; i++) {
      column[i] = value.apply(rows.get(i));
    }
    return array("bytea", column);
  }

  /** Numbers that may be absent, as bigint. */
  Columns<T> number(Function<T, @Nullable Long> value) throws SQLException {
    @Nullable Long[] column = new Long[rows.size()];
    for (int i = 0; i < column.length; i++) {
      column[i] = value.apply(rows.get(i));
    }
    return array("int8", column);
  }

  Columns<T> integer(ToIntFunction<T> value) throws SQLException {
    Integer[] column = new Integer[rows.size()];
    for (int i = 0; i < column.length; i++) {
      column[i] = value.applyAsInt(rows.get(i));
    }
    return array("int4", column);
  }

  /** Microseconds since 1970 as bigint; PostgreSQL keeps no finer time. */
  Columns<T> micros(Function<T, @Nullable Instant> value) throws SQLException {
    return number(
        row -> {
          Instant time = value.apply(row);
          return time == null ? null : time.getEpochSecond() * 1_000_000 + time.getNano() / 1000;
        });
  }

  private Columns<T> array(String type, @Nullable Object[] column) throws SQLException {
    statement.setArray(next++, connection.createArrayOf(type, column));
    return this;
  }
}
