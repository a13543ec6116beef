package dev.gatehouse.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.support.Facts;
import dev.gatehouse.support.Sql;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/** Checks that hold after any fault, on the database itself. */
final class Books {
  private Books() {}

  /** Every acknowledged event is there, once, under the id that was answered. */
  static void holdEverythingAcknowledged(Sql sql, Map<String, UUID> acknowledged) {
    Map<String, UUID> stored = new HashMap<>();
    sql.query("select event_id, id from event")
        .forEach(
            row -> {
              UUID before = stored.put((String) row.get("event_id"), (UUID) row.get("id"));
              assertThat(before).as("stored twice: %s", row.get("event_id")).isNull();
            });
    assertThat(stored).containsAllEntriesOf(acknowledged);
  }

  /**
   * Every event has one verdict, every version of an entity one event, every delivery one end. For
   * machines without refusals.
   */
  static void showEveryStepOnce(Sql sql) {
    Facts facts = new Facts(sql);
    assertThat(facts.count("outcome")).as("one verdict for each event").isEqualTo(facts.events());
    assertThat(facts.number("select count(*) as n from outcome where run <> 0")).isZero();
    assertThat(facts.number("select coalesce(sum(version), 0)::bigint as n from entity"))
        .as("each applied event moved its entity once")
        .isEqualTo(
            facts.number(
                "select count(*) as n from outcome where verdict = 'applied' and"
                    + " entity_version is not null"));
    assertThat(
            facts.number(
                """
                select count(*) as n from (
                  select e.machine, e.entity_key, o.entity_version
                  from outcome o join event e on e.id = o.event
                  where o.verdict = 'applied' and e.machine is not null
                  group by 1, 2, 3 having count(*) > 1) as twice
                """))
        .as("versions reached twice")
        .isZero();
    assertThat(
            facts.number(
                """
                select count(*) as n from (
                  select delivery from attempt where terminal group by delivery having count(*) > 1
                ) as twice
                """))
        .as("deliveries that ended twice")
        .isZero();
  }
}
