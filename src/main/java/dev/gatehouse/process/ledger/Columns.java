package dev.gatehouse.process.ledger;

import dev.gatehouse.db.DatabaseException;
import dev.gatehouse.db.Tx;
import dev.gatehouse.event.EntityRef;
import dev.gatehouse.event.EventId;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.UUID;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Binds one array per column, so that a batch of any size is one statement with one plan, and reads
 * the columns back.
 */
final class Columns implements AutoCloseable {
  private final PreparedStatement statement;
  private int last;

  private Columns(PreparedStatement statement) {
    this.statement = statement;
  }

  /** Work over a prepared statement. */
  interface Step<T> {
    T run(Columns columns) throws SQLException;
  }

  /** One value of a row, which may be null. */
  interface Column<T, V> {
    @Nullable V of(T row);
  }

  static <T> T with(Tx tx, String doing, String sql, Step<T> step) {
    try (Columns columns = new Columns(tx.connection().prepareStatement(sql))) {
      return step.run(columns);
    } catch (SQLException e) {
      throw DatabaseException.of(doing, e);
    }
  }

  <T> Columns text(Collection<T> rows, Column<T, String> column) throws SQLException {
    return array("text", rows, column);
  }

  <T> Columns id(Collection<T> rows, Column<T, EventId> column) throws SQLException {
    return array("uuid", rows, row -> uuid(column.of(row)));
  }

  <T> Columns number(Collection<T> rows, Column<T, Long> column) throws SQLException {
    return array("int8", rows, column);
  }

  <T> Columns small(Collection<T> rows, ToIntFunction<T> column) throws SQLException {
    return array("int2", rows, row -> (short) column.applyAsInt(row));
  }

  <T> Columns time(Collection<T> rows, Column<T, Instant> column) throws SQLException {
    return array("timestamptz", rows, row -> text(column.of(row)));
  }

  private <T> Columns array(String type, Collection<T> rows, Column<T, ?> column)
      throws SQLException {
    @Nullable Object[] values = new Object[rows.size()];
    int i = 0;
    for (T row : rows) {
      values[i++] = column.of(row);
    }
    statement.setArray(++last, statement.getConnection().createArrayOf(type, values));
    return this;
  }

  Columns value(@Nullable Object value) throws SQLException {
    statement.setObject(++last, value instanceof EventId id ? id.value() : value);
    return this;
  }

  int update() throws SQLException {
    return statement.executeUpdate();
  }

  /** How many rows a query gives. */
  int rows() throws SQLException {
    int count = 0;
    try (ResultSet row = query()) {
      while (row.next()) {
        count++;
      }
    }
    return count;
  }

  ResultSet query() throws SQLException {
    return statement.executeQuery();
  }

  @Override
  public void close() throws SQLException {
    statement.close();
  }

  static @Nullable EventId event(ResultSet row, int column) throws SQLException {
    UUID value = row.getObject(column, UUID.class);
    return value == null ? null : new EventId(value);
  }

  static @Nullable Instant instant(ResultSet row, int column) throws SQLException {
    OffsetDateTime value = row.getObject(column, OffsetDateTime.class);
    return value == null ? null : value.toInstant();
  }

  static @Nullable EntityRef entity(@Nullable String machine, @Nullable String key) {
    return machine == null || key == null ? null : new EntityRef(machine, key);
  }

  private static @Nullable UUID uuid(@Nullable EventId id) {
    return id == null ? null : id.value();
  }

  /** In UTC and ISO form; the driver would write a timestamp in the zone of the process. */
  private static @Nullable String text(@Nullable Instant at) {
    return at == null ? null : at.toString();
  }
}
