package dev.gatehouse.deliver.worker;

/** The statements that write down results. Rows come as arrays, one for each column. */
final class ResultSql {
  /**
   * A number that is there already was written by another node, or by ourselves in a commit of
   * whose end we were not told; what is not returned has no consequences.
   */
  static final String ATTEMPTS =
      """
      insert into attempt (
        delivery, run, number, event, destination, at, result, terminal, http_status, error,
        latency_ms, replay, node)
      select t.delivery, t.run, t.number, t.event, t.destination, t.at, t.result, t.terminal,
        t.http_status, t.error, t.latency_ms, t.replay, ?
      from unnest(
        ?::uuid[], ?::int2[], ?::int4[], ?::uuid[], ?::text[], ?::timestamptz[], ?::text[],
        ?::bool[], ?::int2[], ?::text[], ?::int4[], ?::uuid[])
        as t (delivery, run, number, event, destination, at, result, terminal, http_status, error,
          latency_ms, replay)
      on conflict (delivery, run, number) do nothing
      returning delivery
      """;

  static final String RETRIES =
      """
      insert into retry as r (
        delivery, event, destination, lane, machine, entity_key, ordered, created_at, run, replay,
        number, attempts, state, next_at, first_attempt_at, last_result)
      select t.delivery, t.event, t.destination, t.lane, t.machine, t.entity_key, t.ordered,
        t.created_at, t.run, t.replay, t.number, t.attempts, 'due',
        now() + make_interval(secs => t.delay), t.first_attempt_at, t.last_result
      from unnest(
        ?::uuid[], ?::uuid[], ?::text[], ?::int2[], ?::text[], ?::text[], ?::bool[],
        ?::timestamptz[], ?::int2[], ?::uuid[], ?::int4[], ?::int4[], ?::float8[],
        ?::timestamptz[], ?::text[])
        as t (delivery, event, destination, lane, machine, entity_key, ordered, created_at, run,
          replay, number, attempts, delay, first_attempt_at, last_result)
      order by t.delivery
      on conflict (delivery) do update set
        number = excluded.number, attempts = excluded.attempts, state = 'due',
        next_at = excluded.next_at, first_attempt_at = excluded.first_attempt_at,
        last_result = excluded.last_result
      where r.run = excluded.run
      """;

  static final String FINISHED =
      """
      delete from retry r
      using unnest(?::uuid[], ?::int2[]) as t (delivery, run)
      where r.delivery = t.delivery and r.run = t.run
      """;

  /** Only what was never tried: another node may have been quicker. */
  static final String BEHIND =
      """
      insert into retry (
        delivery, event, destination, lane, machine, entity_key, ordered, created_at, run, number,
        attempts, state, next_at)
      select t.delivery, t.event, t.destination, t.lane, t.machine, t.entity_key, t.ordered,
        t.created_at, 0, 0, 0, 'behind', now()
      from unnest(
        ?::uuid[], ?::uuid[], ?::text[], ?::int2[], ?::text[], ?::text[], ?::bool[],
        ?::timestamptz[])
        as t (delivery, event, destination, lane, machine, entity_key, ordered, created_at)
      where (select 1 from attempt a where a.delivery = t.delivery limit 1) is null
      order by t.delivery
      on conflict (delivery) do nothing
      """;

  /** Which of many deliveries have arrived: the steps a dead letter does not repeat. */
  static final String ARRIVED =
      """
      select a.event, a.destination from attempt a
      where a.delivery = any (?::uuid[]) and a.result = 'delivered'
      """;

  private ResultSql() {}
}
