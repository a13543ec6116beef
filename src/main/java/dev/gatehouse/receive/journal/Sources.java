package dev.gatehouse.receive.journal;

import dev.gatehouse.db.Database;
import dev.gatehouse.db.DatabaseException;
import dev.gatehouse.db.Pool;
import dev.gatehouse.event.SourceName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Gives each source name its small number. A name keeps its number for ever, also when it leaves
 * the configuration, so what was looked up once is remembered. Safe for all threads.
 */
public final class Sources {
  // "do update" instead of "do nothing", so that the row is returned also when another made it.
  private static final String ENSURE =
      """
      insert into source (name) values (?)
      on conflict (name) do update set name = excluded.name
      returning source_id
      """;

  private static final String FIND = "select source_id from source where name = ?";

  private final Database database;
  private final Map<SourceName, Integer> known = new ConcurrentHashMap<>();

  public Sources(Database database) {
    this.database = database;
  }

  /**
   * The number of a source, given out now where it has none yet. Takes a transaction of its own the
   * first time, so call it outside of others.
   */
  public int id(SourceName name) {
    Integer id = known.get(name);
    if (id == null) {
      id = database.transaction(Pool.INTAKE, tx -> findOrMake(tx.connection(), name));
      known.put(name, id);
    }
    return id;
  }

  private static int findOrMake(Connection connection, SourceName name) {
    try {
      Integer found = one(connection, FIND, name);
      Integer id = found == null ? one(connection, ENSURE, name) : found;
      if (id == null) {
        throw new IllegalStateException("source " + name + " got no number");
      }
      return id;
    } catch (SQLException e) {
      throw DatabaseException.of("number of source " + name, e);
    }
  }

  private static @Nullable Integer one(Connection connection, String sql, SourceName name)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, name.value());
      try (ResultSet row = statement.executeQuery()) {
        return row.next() ? row.getInt(1) : null;
      }
    }
  }
}
