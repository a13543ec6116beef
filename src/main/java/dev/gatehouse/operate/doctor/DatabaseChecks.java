package dev.gatehouse.operate.doctor;

import dev.gatehouse.db.Tx;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jooq.Record;

/** The database: can it keep what it is given, and is it in the way of itself. */
final class DatabaseChecks {
  private static final int OLDEST_VERSION = 150_000;
  private static final Duration MUCH_SKEW = Duration.ofSeconds(5);
  private static final long OLD_SNAPSHOT_SECONDS = 600;

  private static final String SETTINGS =
      """
      select current_setting('server_version_num')::int as version,
        current_setting('server_version') as shown,
        current_setting('fsync') as fsync,
        current_setting('synchronous_commit') as sync,
        current_setting('full_page_writes') as pages,
        now() as now
      """;

  private static final String SNAPSHOT =
      """
      select coalesce(extract(epoch from max(now() - xact_start)), 0)::bigint as age
      from pg_stat_activity
      where datname = current_database() and backend_xmin is not null
        and pid <> pg_backend_pid()
      """;

  // A row in a default partition is not lost, but retention cannot drop it with its day.
  private static final String DAYS =
      """
      select
        (to_regclass('event_p' || to_char(now() at time zone 'utc', 'YYYYMMDD')) is not null)
          as today,
        (to_regclass('event_p' || to_char((now() + interval '1 day') at time zone 'utc',
          'YYYYMMDD')) is not null) as tomorrow,
        (select count(*) from (select 1 from event_rest limit 1000) r) as rest
      """;

  private static final String BROKEN_INDEXES =
      """
      select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
      join pg_namespace n on n.oid = c.relnamespace
      where not i.indisvalid and n.nspname = current_schema() limit 20
      """;

  private DatabaseChecks() {}

  static List<Check> all(Tx tx, Instant here) {
    Record row = tx.dsl().fetchSingle(SETTINGS);
    return List.of(
        version(row), durability(row), clock(row, here), snapshot(tx), days(tx), indexes(tx));
  }

  private static Check version(Record row) {
    String shown = "PostgreSQL " + row.get("shown", String.class);
    return row.get("version", Integer.class) >= OLDEST_VERSION
        ? Check.ok("database", shown)
        : Check.fail("database", shown + " is too old: 15 or newer is needed");
  }

  private static Check durability(Record row) {
    String found =
        "fsync "
            + row.get("fsync", String.class)
            + ", synchronous_commit "
            + row.get("sync", String.class)
            + ", full_page_writes "
            + row.get("pages", String.class);
    boolean durable =
        "on".equals(row.get("fsync", String.class))
            && !"off".equals(row.get("sync", String.class))
            && "on".equals(row.get("pages", String.class));
    return durable
        ? Check.ok("durability", found)
        : Check.fail("durability", found + ": what was acknowledged can be lost in a crash");
  }

  private static Check clock(Record row, Instant here) {
    Duration skew = Duration.between(row.get("now", Instant.class), here).abs();
    String found = "this node and the database differ by " + skew.toMillis() + " ms";
    return skew.compareTo(MUCH_SKEW) < 0
        ? Check.ok("clock", found)
        : Check.warn("clock", found + ": signatures with a time may be refused; see to NTP");
  }

  private static Check snapshot(Tx tx) {
    long age = tx.dsl().fetchSingle(SNAPSHOT).get("age", Long.class);
    String found = "the oldest open transaction is " + age + " s old";
    return age < OLD_SNAPSHOT_SECONDS
        ? Check.ok("snapshots", found)
        : Check.warn("snapshots", found + " and holds back clean-up; see pg_stat_activity");
  }

  private static Check days(Tx tx) {
    Record row = tx.dsl().fetchSingle(DAYS);
    if (!row.get("today", Boolean.class) || !row.get("tomorrow", Boolean.class)) {
      return Check.warn(
          "partitions",
          "the partition of today or tomorrow is missing; rows go to the default one");
    }
    long rest = row.get("rest", Long.class);
    return rest == 0
        ? Check.ok("partitions", "today's and tomorrow's are there")
        : Check.warn("partitions", rest + " events or more lie in the default partition");
  }

  private static Check indexes(Tx tx) {
    List<String> broken = tx.dsl().fetch(BROKEN_INDEXES).getValues("name", String.class);
    return broken.isEmpty()
        ? Check.ok("indexes", "all valid")
        : new Check("indexes", Check.Result.FAIL, "not valid; rebuild them (reindex)", broken);
  }
}
