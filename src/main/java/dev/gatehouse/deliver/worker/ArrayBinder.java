package dev.gatehouse.deliver.worker;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Binds the columns of many rows as arrays, one parameter after another. */
final class ArrayBinder<T> {
  private final PreparedStatement statement;
  private final Collection<T> rows;
  private int next = 1;

  ArrayBinder(PreparedStatement statement, Collection<T> rows) {
    this.statement = statement;
    this.rows = rows;
  }

  /** One column; {@code type} is PostgreSQL's name of its elements. */
  void column(String type, Function<T, @Nullable Object> part) throws SQLException {
    @Nullable Object[] values = new @Nullable Object[rows.size()];
    int i = 0;
    for (T row : rows) {
      values[i++] = part.apply(row);
    }
    statement.setArray(next++, statement.getConnection().createArrayOf(type, values));
  }

  /** The same value for all rows. */
  void value(String value) throws SQLException {
    statement.setString(next++, value);
  }
}
