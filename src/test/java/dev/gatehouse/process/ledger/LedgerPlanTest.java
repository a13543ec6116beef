package dev.gatehouse.process.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.db.TestDatabase;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Hot statements lean on the indexes they name, with tables of a size at which it matters. */
class LedgerPlanTest {
  private static TestDatabase test;

  @BeforeAll
  static void fill() {
    test = TestDatabase.fresh();
    test.execute(
        """
        insert into entity (machine, entity_key, state, version, last_event, updated_at)
        select 'order', 'k' || i, 'new', 0, uuidv7(), now() from generate_series(1, 50000) i
        """);
    test.execute(
        """
        insert into parked (event, run, lane, machine, entity_key, reason, since, until)
        select uuidv7(), 0, i % 64, 'order', 'k' || i, 'deferred', now(), now() + interval '1 hour'
        from generate_series(1, 50000) i
        """);
    test.execute(
        """
        insert into outcome (event, run, lane, verdict, at, node)
        select uuidv7(), 0, i % 64, 'applied', now(), 'n' from generate_series(1, 50000) i
        """);
    test.execute("analyze");
  }

  @AfterAll
  static void close() {
    test.close();
  }

  /** The arrays of a batch, written into the statement where its parameters stand. */
  private static String plan(String sql, String... arguments) {
    String written = sql;
    for (String argument : arguments) {
      written = written.replaceFirst("\\?", argument);
    }
    return test.query("explain " + written).stream()
        .map(row -> String.valueOf(row.get("QUERY PLAN")))
        .collect(Collectors.joining("\n"));
  }

  private static final String MACHINES = "array(select 'order' from generate_series(1, 100))";
  private static final String KEYS = "array(select 'k' || i from generate_series(1, 100) i)";

  @Test
  void entitiesAreLoadedByTheirKey() {
    assertThat(plan(Entities.LOAD, MACHINES, KEYS))
        .contains("Index Scan using entity_pk")
        .doesNotContain("Seq Scan on entity");
  }

  @Test
  void entitiesAreUpdatedByTheirKey() {
    String nulls = "array(select null::text from generate_series(1, 100))";
    assertThat(
            plan(
                Entities.UPDATE,
                MACHINES,
                KEYS,
                MACHINES,
                nulls,
                nulls,
                nulls,
                nulls,
                nulls,
                nulls,
                nulls,
                nulls))
        .contains("Index Scan using entity_pk")
        .doesNotContain("Seq Scan on entity");
  }

  @Test
  void whatWaitsIsFoundByItsEntity() {
    assertThat(plan(Parked.OF_ENTITIES, MACHINES, KEYS))
        .contains("parked_entity_idx")
        .doesNotContain("Seq Scan on parked");
  }

  @Test
  void whatIsDueIsFoundByItsLane() {
    assertThat(plan(Parked.DUE, "7", "100"))
        .contains("Index Scan using parked_lane_idx")
        .doesNotContain("Seq Scan");
  }

  @Test
  void runsAreFoundByTheKeyOfTheOutcome() {
    String events = "array(select event from outcome limit 10)";
    assertThat(
            plan(
                Outcomes.LAST_RUNS,
                "'00000000-0000-7000-8000-000000000000'",
                "'ffffffff-ffff-7fff-bfff-ffffffffffff'",
                events))
        .contains("(event = ANY")
        .contains("Index");
  }
}
