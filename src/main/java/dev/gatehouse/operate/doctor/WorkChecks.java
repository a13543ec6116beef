package dev.gatehouse.operate.doctor;

import dev.gatehouse.db.Tx;
import dev.gatehouse.event.Lane;
import java.util.List;
import org.jooq.Record;
import org.jooq.Result;

/** The work: does somebody do it, and does it move. */
final class WorkChecks {
  private static final long LATE_SECONDS = 300;

  private static final String LANES =
      """
      select count(*) filter (where owner is not null and lease_until > now()) as owned,
        count(distinct owner) filter (where lease_until > now()) as nodes,
        count(*) filter (where marker is not null) as marked
      from lane
      """;

  private static final String PARKED =
      """
      select reason, count(*) as n, count(*) filter (where until < now() - interval '5 minutes')
        as overdue
      from parked group by reason order by reason
      """;

  private static final String RETRIES =
      """
      select coalesce(extract(epoch from now() - min(r.next_at)), 0)::bigint as late
      from retry r left join circuit c on c.destination = r.destination
      where r.state = 'due' and (c.state is null or c.state = 'closed')
      """;

  private static final String CIRCUITS =
      "select destination, state from circuit where state <> 'closed' order by destination limit"
          + " 50";

  private static final String LETTERS =
      """
      select count(*) as open, count(*) filter (where recurring) as recurring
      from dead_letter where status not in ('replayed', 'closed')
      """;

  private WorkChecks() {}

  static List<Check> all(Tx tx) {
    return List.of(lanes(tx), parked(tx), retries(tx), circuits(tx), letters(tx));
  }

  private static Check lanes(Tx tx) {
    Record row = tx.dsl().fetchSingle(LANES);
    long owned = row.get("owned", Long.class);
    String found =
        owned + " of " + Lane.COUNT + " lanes owned by " + row.get("nodes", Long.class) + " nodes";
    if (owned < Lane.COUNT) {
      return Check.fail("lanes", found + ": events of the others wait; is a node running?");
    }
    long marked = row.get("marked", Long.class);
    return marked == 0
        ? Check.ok("lanes", found)
        : Check.warn("lanes", found + ", " + marked + " worked carefully after a crash");
  }

  private static Check parked(Tx tx) {
    Result<Record> rows = tx.dsl().fetch(PARKED);
    long overdue = rows.stream().mapToLong(row -> row.get("overdue", Long.class)).sum();
    List<String> counts =
        rows.map(row -> row.get("reason", String.class) + " " + row.get("n", Long.class));
    String found = counts.isEmpty() ? "nothing is parked" : String.join(", ", counts);
    return overdue == 0
        ? Check.ok("parked", found)
        : Check.fail("parked", found + "; " + overdue + " should have gone on long ago");
  }

  private static Check retries(Tx tx) {
    long late = tx.dsl().fetchSingle(RETRIES).get("late", Long.class);
    return late < LATE_SECONDS
        ? Check.ok("retries", "the oldest due retry is " + Math.max(0, late) + " s late")
        : Check.warn("retries", "a retry is " + late + " s late though its circuit is closed");
  }

  private static Check circuits(Tx tx) {
    List<String> open =
        tx.dsl()
            .fetch(CIRCUITS)
            .map(
                row -> row.get("destination", String.class) + " " + row.get("state", String.class));
    return open.isEmpty()
        ? Check.ok("destinations", "all circuits are closed")
        : new Check(
            "destinations", Check.Result.WARN, open.size() + " get nothing or little", open);
  }

  private static Check letters(Tx tx) {
    Record row = tx.dsl().fetchSingle(LETTERS);
    long open = row.get("open", Long.class);
    String found = open + " open, " + row.get("recurring", Long.class) + " of them recurring";
    return open == 0 ? Check.ok("dead letters", found) : Check.warn("dead letters", found);
  }
}
