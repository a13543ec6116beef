package dev.gatehouse.receive.journal;

import dev.gatehouse.db.Database;
import dev.gatehouse.db.DatabaseException;
import dev.gatehouse.db.Pool;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
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

  /** Tries a commit; true, and up, when it succeeds. May take as long as the pool lets it. */
  boolean probe() {
    try {
      boolean writable = database.transaction(Pool.INTAKE, tx -> writable(tx.connection()));
      if (writable) {
        up();
      } else {
        down("the database is read-only");
      }
      return writable;
    } catch (DatabaseException e) {
      down("SQL state " + e.sqlState());
      return false;
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
