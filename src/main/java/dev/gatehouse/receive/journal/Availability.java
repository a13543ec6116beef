package dev.gatehouse.receive.journal;

import dev.gatehouse.db.Database;
import dev.gatehouse.db.DatabaseException;
import dev.gatehouse.db.Pool;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the database takes commits, as far as this process knows. While it does not, senders are
 * turned away at once instead of filling the queue. Safe for all threads.
 */
final class Availability {
  private static final Logger LOG = LoggerFactory.getLogger(Availability.class);

  // Writes a record to the log and so waits for the disk as an event would; changes no table.
  private static final String COMMIT =
      "select pg_current_xact_id(), pg_logical_emit_message(true, 'gatehouse', ''),"
          + " current_setting('transaction_read_only')";

  private final Database database;
  private volatile boolean up = true;

  Availability(Database database) {
    this.database = database;
  }

  boolean isUp() {
    return up;
  }

  void up() {
    if (!up) {
      up = true;
      LOG.info("the journal writes again");
    }
  }

  void down(String why) {
    if (up) {
      up = false;
      LOG.warn("the journal cannot write and answers 503: {}", why);
    }
  }

  /** Tries a commit and remembers whether it succeeded. May take as long as the pool lets it. */
  void probe() {
    String trouble = trouble();
    if (trouble == null) {
      up();
    } else {
      down(trouble);
    }
  }

  /** Tries a commit and remembers nothing: a busy pool is no outage. */
  boolean canCommit() {
    return trouble() == null;
  }

  private @Nullable String trouble() {
    try {
      boolean writable = database.transaction(Pool.INTAKE, tx -> writable(tx.connection()));
      return writable ? null : "the database is read-only";
    } catch (DatabaseException e) {
      return "SQL state " + e.sqlState();
    }
  }

  private static boolean writable(Connection connection) {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(COMMIT)) {
      return row.next() && "off".equals(row.getString(3));
    } catch (SQLException e) {
      throw DatabaseException.of("probe", e);
    }
  }
}
