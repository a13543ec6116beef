package dev.gatehouse.watch.alert;

import dev.gatehouse.db.Tx;
import dev.gatehouse.receive.signature.RefusalReason;
import dev.gatehouse.watch.inspect.Stats;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jooq.Record;

/** Reads from the tables what needs people now. */
final class Lookout {
  private static final int MAX_GROUPS = 100;
  private static final long REFUSALS = 20;
  private static final long BACKLOG_SECONDS = 60;

  // Leans on dead_letter_status_idx.
  private static final String GROUPS =
      """
      select g.fingerprint, g.members, g.example, d.code, d.stage, d.source, d.destination
      from (
        select fingerprint, count(*) as members, (array_agg(id order by id))[1] as example
        from dead_letter where status not in ('replayed', 'closed')
        group by fingerprint order by count(*) desc, fingerprint limit ?
      ) g join dead_letter d on d.id = g.example
      """;

  private static final String CIRCUITS =
      "select destination, state, reason from circuit where state <> 'closed'";

  /** The reasons of a rejection that say the signature did not hold. */
  private static final String[] UNVERIFIED =
      Arrays.stream(RefusalReason.values()).map(RefusalReason::name).toArray(String[]::new);

  private static final String REFUSED =
      """
      select source, count(*) as refused from rejection
      where reason = any (?) and at > now() - interval '10 minutes'
      group by source having count(*) >= ?
      """;

  // Older than any writer of ours may be: somebody else's transaction, or a forgotten slot.
  private static final String OLD_SNAPSHOT =
      """
      select coalesce(extract(epoch from max(now() - xact_start)), 0)::bigint as age
      from pg_stat_activity
      where datname = current_database() and backend_xmin is not null
        and pid <> pg_backend_pid()
      """;

  private static final long OLD_SNAPSHOT_SECONDS = 600;

  List<Finding> look(Tx tx, Stats stats) {
    List<Finding> found = new ArrayList<>();
    tx.dsl().fetch(GROUPS, MAX_GROUPS).forEach(row -> found.add(group(row)));
    tx.dsl().fetch(CIRCUITS).forEach(row -> found.add(circuit(row)));
    tx.dsl().fetch(REFUSED, UNVERIFIED, REFUSALS).forEach(row -> found.add(refused(row)));
    if (stats.unaccounted() > 0) {
      found.add(
          new Finding(
              AlertKind.ACCOUNTING,
              "books",
              stats.unaccounted() + " events are in no known state; run gatehouse doctor",
              stats.unaccounted()));
    }
    if (stats.backlogOldestSeconds() > BACKLOG_SECONDS) {
      found.add(
          new Finding(
              AlertKind.BACKLOG,
              "backlog",
              "the oldest waiting event is " + stats.backlogOldestSeconds() + " s old",
              stats.pending()));
    }
    long age = number(tx.dsl().fetchSingle(OLD_SNAPSHOT), "age");
    if (age > OLD_SNAPSHOT_SECONDS) {
      found.add(
          new Finding(
              AlertKind.OLD_SNAPSHOT,
              "database",
              "a transaction has been open for " + age + " s and holds back clean-up",
              1));
    }
    return found;
  }

  private static Finding group(Record row) {
    String destination = row.get("destination", String.class);
    String where = destination == null ? "" : " at " + destination;
    return new Finding(
        AlertKind.DEAD_LETTERS,
        text(row, "fingerprint"),
        text(row, "code")
            + where
            + ", source "
            + text(row, "source")
            + ", stage "
            + text(row, "stage")
            + "; first: /api/v1/dead-letters/"
            + text(row, "example"),
        number(row, "members"));
  }

  private static Finding circuit(Record row) {
    String reason = row.get("reason", String.class);
    return new Finding(
        AlertKind.CIRCUIT,
        text(row, "destination"),
        "circuit " + text(row, "state") + (reason == null ? "" : ": " + reason),
        1);
  }

  private static Finding refused(Record row) {
    return new Finding(
        AlertKind.VERIFICATION,
        text(row, "source"),
        number(row, "refused") + " requests failed verification within 10 minutes",
        number(row, "refused"));
  }

  private static String text(Record row, String name) {
    return String.valueOf(row.get(name, String.class));
  }

  private static long number(Record row, String name) {
    Long value = row.get(name, Long.class);
    return value == null ? 0 : value;
  }
}
