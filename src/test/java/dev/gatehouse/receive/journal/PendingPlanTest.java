package dev.gatehouse.receive.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.db.TestDatabase;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The statement every lane lives by must walk its index, whatever has gathered above. */
class PendingPlanTest {
  @Test
  void pendingEventsAreFoundThroughTheLaneIndexAndTheKeyOfOutcome() {
    try (TestDatabase db = TestDatabase.fresh()) {
      db.execute("insert into source (name) values ('orders')");
      db.execute(
          """
          insert into event (id, source_id, lane, received_at, headers, body, body_sha256,
                             matched_secret, request_id, config_revision)
          select uuidv7(), 1, n % 64, now(), '[]', 'x', 'x', 'current', n::text, 1
          from generate_series(1, 20000) n
          """);
      db.execute(
          """
          insert into outcome (event, run, lane, verdict, at, node)
          select id, 0, lane, 'applied', now(), 'n' from event
          order by id limit 19800
          """);
      db.execute("analyze");

      String low =
          "'"
              + db.query("select id from event order by id offset 19000 limit 1")
                  .getFirst()
                  .get("id")
              + "'";
      String sql =
          EventReader.PENDING
              .replaceFirst("\\?", "7")
              .replaceFirst("\\?", low)
              .replaceFirst("\\?", low)
              .replaceFirst("\\?", "100");
      String plan =
          db.query("explain " + sql).stream()
              .map(row -> row.values().iterator().next().toString())
              .collect(Collectors.joining("\n"));

      // The partitions of the coming days are empty, and scanning those costs nothing.
      String today = "p" + DateTimeFormatter.BASIC_ISO_DATE.format(LocalDate.now(ZoneOffset.UTC));
      assertThat(plan)
          .containsPattern("Index Scan using event_" + today)
          .containsPattern("Index Only Scan using outcome_" + today)
          .doesNotContain("Seq Scan on event_" + today)
          .doesNotContain("Seq Scan on outcome_" + today)
          .doesNotContain("Hash");
    }
  }
}
