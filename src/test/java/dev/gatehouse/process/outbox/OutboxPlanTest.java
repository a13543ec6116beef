package dev.gatehouse.process.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.db.Pool;
import dev.gatehouse.db.TestDatabase;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A page of a long backlog is found by walking the index until the page is full. Reading and
 * sorting the whole backlog for each page would hold up the reading for all destinations.
 */
class OutboxPlanTest {
  private static final String TODAY =
      "p" + DateTimeFormatter.BASIC_ISO_DATE.format(LocalDate.now(ZoneOffset.UTC));
  private static final String LANES =
      IntStream.range(0, 64).mapToObj(Integer::toString).collect(Collectors.joining(","));

  private TestDatabase db;

  @BeforeEach
  void fill() {
    db = TestDatabase.fresh();
    db.execute(
        """
        insert into delivery (id, event, destination, lane, machine, entity_key, ordered, created_at)
        select uuidv7(), uuidv7(), case when i % 10 = 0 then 'live-' || i % 100 else 'heavy' end,
          i % 64, 'order', 'k' || i, true, clock_timestamp()
        from generate_series(1, 50000) i
        """);
    db.execute(
        """
        insert into attempt (delivery, run, number, event, destination, at, result, terminal,
          http_status, latency_ms, node)
        select id, 0, 1, event, destination, now(), 'delivered', true, 200, 1, 'n'
        from delivery where destination <> 'heavy'
        """);
  }

  @AfterEach
  void close() {
    db.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"force_custom_plan", "force_generic_plan"})
  void aPageOfALongBacklogIsFoundByWalkingTheIndex(String mode) {
    db.execute("analyze");
    String start = "'1970-01-01', '00000000-0000-0000-0000-000000000000'";
    for (int limit : new int[] {16, 64, 1000}) {
      assertWalks(
          plan(
              mode,
              OutboxSql.PENDING,
              "'heavy', 'heavy', %s, '{%s}', %d".formatted(start, LANES, limit)));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"force_custom_plan", "force_generic_plan"})
  void theMarkIsFoundByWalkingTheIndex(String mode) {
    db.execute("analyze");
    assertWalks(plan(mode, OutboxSql.MOVE_MARK, "'heavy', 15"));
  }

  private static void assertWalks(String plan) {
    assertThat(plan)
        .containsPattern("Index (Only )?Scan using delivery_" + TODAY + "_destination")
        .doesNotContain("Sort  (")
        .doesNotContain("Bitmap")
        .doesNotContain("Hash");
  }

  private String plan(String mode, String statement, String arguments) {
    String numbered = statement;
    for (int i = 1; numbered.indexOf('?') >= 0; i++) {
      numbered = numbered.replaceFirst("\\?", "\\$" + i);
    }
    String prepare = "prepare asked as " + numbered;
    return db.database()
        .transaction(
            Pool.ADMIN,
            tx -> {
              try (Statement sql = tx.connection().createStatement()) {
                sql.execute("set local plan_cache_mode = " + mode);
                sql.execute(prepare);
                StringBuilder plan = new StringBuilder();
                try (ResultSet rows =
                    sql.executeQuery("explain execute asked(" + arguments + ")")) {
                  while (rows.next()) {
                    plan.append(rows.getString(1)).append('\n');
                  }
                }
                sql.execute("deallocate asked");
                return plan.toString();
              } catch (SQLException e) {
                throw new IllegalStateException(e);
              }
            });
  }
}
