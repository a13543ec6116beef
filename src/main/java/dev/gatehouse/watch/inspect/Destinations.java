package dev.gatehouse.watch.inspect;

import dev.gatehouse.db.Tx;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jooq.Record;
import org.jspecify.annotations.Nullable;

/** How destinations are doing, as far as the database knows; their settings are elsewhere. */
public final class Destinations {
  /** How many deliveries above its mark are looked at; what waits starts there. */
  public static final int COUNT_LIMIT = 10_000;

  // The same borders as Outbox: below its mark no delivery of a destination waits for a first try.
  private static final String WAITING =
      """
      select count(*) from (
        select d.id from delivery d
        where d.destination = ?
          and d.created_at >= coalesce(
            (select low_water from delivery_mark m where m.destination = ?), '-infinity')
        order by d.created_at, d.id
        limit ?) d
      where (select 1 from attempt a where a.delivery = d.id limit 1) is null
        and (select 1 from retry r where r.delivery = d.id limit 1) is null
      """;

  private static final String RETRYING =
      """
      select count(*) filter (where state = 'due') as due, count(*) filter (where state = 'behind')
        as behind, min(next_at) filter (where state = 'due') as next_at
      from retry where destination = ?
      """;

  private static final String CIRCUITS =
      "select destination, state, reason, since, probe_at, consecutive_failures, times_opened"
          + " from circuit";

  // Walks circuit_change_pk backwards.
  private static final String HISTORY =
      """
      select version, state, reason, at from circuit_change
      where destination = ? and version < coalesce(?::bigint, 9223372036854775807)
      order by version desc limit ?
      """;

  /** One move of a circuit: into which state, why, when. */
  public record CircuitChange(long version, String state, @Nullable String reason, Instant at) {}

  /** Whether it may be delivered to. */
  public record CircuitView(
      String state, @Nullable String reason, @Nullable Instant since, @Nullable Instant probeAt) {
    /** One that has never had trouble. */
    public static final CircuitView CLOSED = new CircuitView("closed", null, null, null);
  }

  /**
   * What stands before it.
   *
   * @param waiting for their first attempt, among {@link #COUNT_LIMIT} at most; includes those
   *     under way
   * @param retrying failed and due again
   * @param behind waiting for an earlier one of their entity
   */
  public record Queue(long waiting, long retrying, long behind, @Nullable Instant nextRetryAt) {}

  public Map<String, CircuitView> circuits(Tx tx) {
    Map<String, CircuitView> all = new HashMap<>();
    for (Record row : tx.dsl().fetch(CIRCUITS)) {
      Cells c = new Cells(row);
      all.put(
          c.text("destination"),
          new CircuitView(
              c.text("state"), c.textOrNull("reason"), c.at("since"), c.atOrNull("probe_at")));
    }
    return all;
  }

  /**
   * The moves of a destination's circuit, the newest first.
   *
   * @param before only moves with a smaller version; null: all
   */
  public Page<CircuitChange> history(Tx tx, String destination, @Nullable Long before, int limit) {
    List<CircuitChange> found =
        tx.dsl()
            .resultQuery(HISTORY, destination, before, limit + 1)
            .fetch()
            .map(
                row -> {
                  Cells c = new Cells(row);
                  return new CircuitChange(
                      c.number("version"), c.text("state"), c.textOrNull("reason"), c.at("at"));
                });
    return Page.of(found, limit, change -> Long.toString(change.version()));
  }

  public Queue queue(Tx tx, String destination) {
    Long waiting =
        tx.dsl()
            .resultQuery(WAITING, destination, destination, COUNT_LIMIT)
            .fetchOne(0, Long.class);
    Cells retry = new Cells(tx.dsl().fetchSingle(RETRYING, destination));
    return new Queue(
        Optional.ofNullable(waiting).orElse(0L),
        retry.number("due"),
        retry.number("behind"),
        retry.atOrNull("next_at"));
  }
}
