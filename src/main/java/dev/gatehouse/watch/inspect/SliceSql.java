package dev.gatehouse.watch.inspect;

/** The statement behind {@link Books}: one snapshot, by ranges of keys, no look-up per event. */
final class SliceSql {
  /**
   * {@code {0}}, {@code {1}}: ids above and up to; {@code {2}}, {@code {3}}: the same as borders of
   * delivery ids, which share the millisecond of their event; {@code {4}}: how many holes to name.
   */
  static final String READ =
      """
      with e as materialized (
        select id from event where id > {0} and id <= {1}
      ),
      verdict as (
        select distinct on (o.event) o.event, o.verdict
        from outcome o where o.event > {0} and o.event <= {1}
        order by o.event, o.run desc
      ),
      letter as (
        select x.event, x.delivery, count(*) filter (where x.status <> 'replayed') as standing
        from dead_letter x where x.event > {0} and x.event <= {1}
        group by x.event, x.delivery
      ),
      tried as (
        select distinct on (a.delivery) a.delivery, a.result = 'delivered' as arrived
        from attempt a where a.delivery between {2} and {3}
        order by a.delivery, a.run desc, a.number desc
      ),
      part as (
        select e.id, 'the verdict' as name,
          p.event is not null or v.verdict is null as pending,
          p.event is null and coalesce(l.standing, 0) = 0
            and coalesce(v.verdict in ('applied', 'stale', 'ignored', 'duplicate'), false)
            as finished,
          coalesce(l.standing, 0) > 0 as dead,
          p.event is null and v.verdict is null as waiting
        from e
        left join parked p on p.event = e.id
        left join verdict v on v.event = e.id
        left join letter l on l.event = e.id and l.delivery is null
        union all
        select e.id, 'the delivery to ' || d.destination,
          r.delivery is not null or (t.delivery is null and l.delivery is null),
          r.delivery is null and coalesce(t.arrived, false),
          coalesce(l.standing, 0) > 0,
          r.delivery is null and t.delivery is null and l.delivery is null
        from e
        join delivery d on d.event = e.id and d.id between {2} and {3}
        left join retry r on r.delivery = d.id
        left join tried t on t.delivery = d.id
        left join letter l on l.event = d.event and l.delivery = d.id
      ),
      whole as (
        select id,
          bool_and(pending::int + finished::int + dead::int = 1) as placed,
          bool_or(dead) as dead, bool_or(pending) as pending, bool_or(waiting) as waiting,
          min(case when pending::int + finished::int + dead::int <> 1 then
            name || ' is ' || coalesce(nullif(concat_ws(' and ',
              case when pending then 'pending' end, case when finished then 'finished' end,
              case when dead then 'dead' end), ''), 'neither pending nor finished nor dead')
          end) as why
        from part group by id
      )
      select
        (select count(*) from e) as received,
        count(*) filter (where placed and dead) as dead,
        count(*) filter (where placed and not dead and pending) as pending,
        count(*) filter (where placed and not dead and not pending) as finished,
        count(*) filter (where not placed) as unaccounted,
        (array_agg(id order by id) filter (where waiting))[1] as oldest_waiting,
        (array_agg(id || ' ' || why order by id) filter (where not placed))[1:{4}] as holes
      from whole
      """;

  static final String BORDER = "select id from event where id > ? order by id limit 1 offset ?";

  static final String LAST = "select id from event order by id desc limit 1";

  private SliceSql() {}
}
