package dev.gatehouse.process.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.db.TestDatabase;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is looked for again and again must not read all there ever was, neither before the first
 * statistics are gathered nor after.
 */
class LanePlanTest {
  private static TestDatabase young;
  private static TestDatabase known;

  @BeforeAll
  static void fill() {
    young = filled();
    known = filled();
    known.execute("analyze");
  }

  private static TestDatabase filled() {
    TestDatabase test = TestDatabase.fresh();
    test.execute(
        """
        insert into event (id, source_id, type, machine, entity_key, lane, received_at, headers,
          body, body_sha256, matched_secret, request_id, config_revision)
        select uuidv7(), 1, 'ping', 'order', 'k' || i % 5000, i % 64, now(), '[]',
          convert_to(repeat('x', 300), 'UTF8'), '', 'c', 'r', 1
        from generate_series(1, 30000) i
        """);
    test.execute(
        """
        insert into outcome (event, run, lane, verdict, at, node)
        select id, 0, lane, 'applied', now(), 'n' from event
        """);
    return test;
  }

  @AfterAll
  static void close() {
    young.close();
    known.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aPageWalksTheIndexOfItsLaneAndAsksForEachOutcomeByItsKey(boolean statistics) {
    assertThat(plan(statistics, Pending.PAGE, "5", LOW, "2048"))
        .contains("_lane_id_idx")
        .contains("SubPlan")
        .doesNotContain("Anti Join");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void earlierEventsOfAnEntityAreFoundByItsKey(boolean statistics) {
    assertThat(
            plan(
                statistics,
                Stragglers.FIND,
                "array(select 'order' from generate_series(1, 100))",
                "array(select 'k' || i from generate_series(1, 100) i)",
                LOW,
                HIGH))
        .contains("machine_entity_key_id_idx")
        .contains("SubPlan")
        .doesNotContain("Anti Join");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void thePatrolReadsTwoRangesOnce(boolean statistics) {
    assertThat(
            plan(
                statistics,
                Pending.LEFT_OVER,
                LOW,
                HIGH,
                "array(select i from generate_series(0, 63) i)",
                LOW,
                HIGH,
                LOW,
                HIGH))
        .contains("SetOp")
        .doesNotContain("Nested Loop")
        .doesNotContain("Join");
  }

  private static final String LOW = "'00000000-0000-7000-8000-000000000000'";
  private static final String HIGH = "'ffffffff-ffff-7fff-bfff-ffffffffffff'";

  private static String plan(boolean statistics, String sql, String... arguments) {
    String written = sql;
    for (String argument : arguments) {
      written = written.replaceFirst("\\?", argument);
    }
    return (statistics ? known : young)
        .query("explain " + written).stream()
            .map(row -> String.valueOf(row.get("QUERY PLAN")))
            .collect(Collectors.joining("\n"));
  }
}
