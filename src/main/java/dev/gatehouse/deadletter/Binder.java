package dev.gatehouse.deadletter;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Fills the parameters of a multi-row insert: first plain values, then one array per column. */
final class Binder {
  private final PreparedStatement statement;
  private final List<NewDeadLetter> rows;
  private int next = 1;

  Binder(PreparedStatement statement, List<NewDeadLetter> rows) {
    this.statement = statement;
    this.rows = rows;
  }

  void value(Object value) throws SQLException {
    statement.setObject(next++, value);
  }

  /**
   * @param type PostgreSQL's name of the element
   */
  void column(String type, Function<NewDeadLetter, ? extends @Nullable Object> part)
      throws SQLException {
    @Nullable Object[] values = rows.stream().map(part::apply).toArray();
    statement.setArray(next++, statement.getConnection().createArrayOf(type, values));
  }
}
