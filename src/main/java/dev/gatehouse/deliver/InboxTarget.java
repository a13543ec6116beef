package dev.gatehouse.deliver;

import dev.gatehouse.db.JdbcUrl;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * A table in a PostgreSQL database: one row for each event, written in a transaction of its own.
 *
 * @param url where the database is and who connects
 * @param table in lower case, with or without a schema; {@code docs/destinations.md} says how it is
 *     made
 * @param allowPrivate the database may lie in a private or loopback network
 * @param timeout of a whole attempt, 1 second to 5 minutes
 */
public record InboxTarget(JdbcUrl url, String table, boolean allowPrivate, Duration timeout)
    implements Target {
  /** Shorter than this the pool cannot tell a slow database from none. */
  public static final Duration SHORTEST = Duration.ofSeconds(1);

  /** Needs no quotes in a statement, and can be nothing but a name. */
  private static final Pattern TABLE =
      Pattern.compile("[a-z_][a-z0-9_]{0,62}(\\.[a-z_][a-z0-9_]{0,62})?");

  public InboxTarget {
    if (!isTable(table)) {
      throw new IllegalArgumentException("table is a name in lower case");
    }
    if (timeout.compareTo(SHORTEST) < 0 || timeout.compareTo(Duration.ofMinutes(5)) > 0) {
      throw new IllegalArgumentException("timeout is 1 second to 5 minutes");
    }
  }

  /** Whether a table may be called so. */
  public static boolean isTable(String name) {
    return TABLE.matcher(name).matches();
  }

  @Override
  public String kind() {
    return "postgres";
  }

  @Override
  public String shown() {
    return "table " + table;
  }

  @Override
  public String toString() {
    return shown();
  }
}
