package dev.gatehouse.process.ledger;

import dev.gatehouse.db.Tx;
import dev.gatehouse.event.EventId;
import java.sql.ResultSet;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.UUID;

/** Writes the log of verdicts. Its primary key (event, run) is what makes a verdict final. */
public final class Outcomes {
  // Waits for another writer of the same (event, run), and then writes nothing.
  static final String RECORD =
      """
      insert into outcome (event, run, lane, verdict, from_state, to_state, reason, guard,
                           machine_revision, entity_version, at, node)
      select u.event, u.run, u.lane, u.verdict, u.from_state, u.to_state, u.reason, u.guard,
             u.machine_revision, u.entity_version, u.at, u.node
      from unnest(?::uuid[], ?::int2[], ?::int2[], ?::text[], ?::text[], ?::text[], ?::text[],
                  ?::text[], ?::text[], ?::int8[], ?::timestamptz[], ?::text[])
           as u (event, run, lane, verdict, from_state, to_state, reason, guard,
                 machine_revision, entity_version, at, node)
      on conflict (event, run) do nothing
      """;

  // Leans on outcome_pk; the range lets PostgreSQL skip the partitions of other days.
  static final String LAST_RUNS =
      """
      select event, max(run)
      from outcome
      where event between ? and ? and event = any (?::uuid[])
      group by event
      """;

  private Outcomes() {}

  /**
   * Writes them all.
   *
   * @throws Overtaken when an event already has a verdict of that run; nothing of the batch counts
   */
  public static void record(Tx tx, List<Outcome> outcomes) {
    if (outcomes.isEmpty()) {
      return;
    }
    int wrote =
        Columns.with(
            tx,
            "recording " + outcomes.size() + " outcomes",
            RECORD,
            columns ->
                columns
                    .id(outcomes, Outcome::event)
                    .small(outcomes, Outcome::run)
                    .small(outcomes, outcome -> outcome.lane().number())
                    .text(outcomes, outcome -> outcome.verdict().text())
                    .text(outcomes, Outcome::from)
                    .text(outcomes, Outcome::to)
                    .text(outcomes, Outcome::reason)
                    .text(outcomes, Outcome::guard)
                    .text(outcomes, Outcome::machineRevision)
                    .number(outcomes, Outcome::entityVersion)
                    .time(outcomes, Outcome::at)
                    .text(outcomes, Outcome::node)
                    .update());
    if (wrote != outcomes.size()) {
      throw new Overtaken("outcomes", wrote, outcomes.size());
    }
  }

  /** The latest run of each of these events that has a verdict at all. */
  public static Map<EventId, Integer> lastRuns(Tx tx, Collection<EventId> events) {
    if (events.isEmpty()) {
      return Map.of();
    }
    UUID first = Collections.min(events).value();
    UUID last = Collections.max(events).value();
    return Columns.with(
        tx,
        "reading the runs of " + events.size() + " events",
        LAST_RUNS,
        columns -> {
          Map<EventId, Integer> runs = new HashMap<>();
          try (ResultSet row =
              columns.value(first).value(last).id(events, event -> event).query()) {
            while (row.next()) {
              runs.put(new EventId(row.getObject(1, UUID.class)), row.getInt(2));
            }
          }
          return runs;
        });
  }

  /** The latest run of an event; empty while it has no verdict. */
  public static OptionalInt lastRun(Tx tx, EventId event) {
    Integer run = lastRuns(tx, List.of(event)).get(event);
    return run == null ? OptionalInt.empty() : OptionalInt.of(run);
  }
}
