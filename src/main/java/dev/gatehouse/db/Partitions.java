package dev.gatehouse.db;

import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the daily partitions of the append-only tables ahead of time.
 *
 * <p>A day's rows are found by their UUIDv7, whose first 48 bits are Unix milliseconds; days are
 * UTC. A missing partition is never fatal: the default one takes the rows.
 */
public final class Partitions {
  private static final Logger LOG = LoggerFactory.getLogger(Partitions.class);
  private static final List<String> TABLES =
      List.of("event", "request", "outcome", "delivery", "attempt");
  private static final int DAYS_BEHIND = 1;
  private static final int DAYS_AHEAD = 7;

  private final InstantSource clock;

  public Partitions(InstantSource clock) {
    this.clock = clock;
  }

  /** Makes what is missing from yesterday to a week ahead; returns how many were made. */
  public int ensure(Database database) {
    LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    int made = 0;
    for (LocalDate day = today.minusDays(DAYS_BEHIND);
        !day.isAfter(today.plusDays(DAYS_AHEAD));
        day = day.plusDays(1)) {
      LocalDate each = day;
      for (String table : TABLES) {
        try {
          made += database.transaction(Pool.WORK, tx -> ensure(tx, table, each));
        } catch (DatabaseException e) {
          if (e.isUnavailable()) {
            throw e;
          }
          // A node beside this one made it, or rows of that day already lie in the default
          // partition.
          LOG.warn("partition of {} for {} not made: SQL state {}", table, day, e.sqlState());
        }
      }
    }
    return made;
  }

  /**
   * Made as a table of its own and then attached: attaching does not shut out writers of the
   * parent, creating a partition in place would.
   */
  private static int ensure(Tx tx, String table, LocalDate day) {
    String name = table + "_p" + day.format(DateTimeFormatter.BASIC_ISO_DATE);
    try (Statement statement = tx.connection().createStatement()) {
      try (var found = statement.executeQuery("select to_regclass('" + name + "') is not null")) {
        found.next();
        if (found.getBoolean(1)) {
          return 0;
        }
      }
      statement.execute("set local lock_timeout = '2s'");
      statement.execute("create table " + name + " (like " + table + " including all)");
      statement.execute(
          "alter table "
              + table
              + " attach partition "
              + name
              + " for values from ('"
              + floor(day)
              + "') to ('"
              + floor(day.plusDays(1))
              + "')");
      return 1;
    } catch (SQLException e) {
      throw DatabaseException.of("partition " + name, e);
    }
  }

  /** The smallest UUID of a day: the milliseconds of its midnight, then zeros. */
  private static UUID floor(LocalDate day) {
    return new UUID(day.atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli() << 16, 0L);
  }
}
