package dev.gatehouse.watch.inspect;

/**
 * The pieces of SQL that say where an event and a delivery stand; used by lists, details and books.
 */
final class EventSql {
  /** Bounds of the keys of an event's deliveries: they share its millisecond (see DeliveryId). */
  static final String DELIVERIES_OF_E =
      """
      d.id between (left(e.id::text, 13) || '-0000-0000-000000000000')::uuid
               and (left(e.id::text, 13) || '-ffff-ffff-ffffffffffff')::uuid
        and d.event = e.id
      """;

  /** Joins what the status needs onto rows {@code e} of events. */
  static final String JOINS =
      """
      join source s on s.source_id = e.source_id
      left join parked p on p.event = e.id
      left join lateral (
        select o.verdict, o.from_state, o.to_state, o.reason, o.at, o.run
        from outcome o where o.event = e.id order by o.run desc limit 1
      ) v on true
      left join lateral (
        select count(*) as routed, count(*) filter (where
          exists (select 1 from retry r where r.delivery = d.id) or not exists (
          select 1 from attempt a where a.delivery = d.id and a.result = 'delivered')) as waiting
        from delivery d where\
      """
          + " "
          + DELIVERIES_OF_E
          + """
          ) t on true
          """;

  /**
   * See {@link EventStatus} for the order. A rejected one without a dead letter is a hole in the
   * books.
   */
  static final String STATUS =
      """
      case
        when exists (
          select 1 from dead_letter x where x.event = e.id and x.status <> 'replayed') then 'dead'
        when p.reason in ('deferred', 'held') then 'deferred'
        when p.event is not null or v.verdict is null or t.waiting > 0 then 'pending'
        when v.verdict = 'rejected' then 'dead'
        when v.verdict = 'applied' and t.routed > 0 then 'delivered'
        when v.verdict = 'duplicate' then 'ignored'
        else v.verdict
      end
      """;

  /**
   * {@code {0}}: rows of events, {@code {1}}: condition over them and the status, {@code {2}}: how
   * many.
   */
  static final String SELECT =
      "select e.*, s.name as source_name, v.verdict, v.from_state, v.to_state, v.reason,"
          + " v.at as verdict_at, v.run, st.status,\n"
          + """
          (select coalesce(sum(c.copies) filter (where not c.conflict), 0)
            from event_copy c where c.event = e.id) as duplicates,
          (select coalesce(sum(c.copies) filter (where c.conflict), 0)
            from event_copy c where c.event = e.id) as conflicts
          from ({0}) e
          """
          + JOINS
          + "cross join lateral (select "
          + STATUS
          + ") st (status)\nwhere {1}\norder by e.id desc\nlimit {2}";

  static final String DELIVERIES =
      """
      select d.id, d.destination, r.next_at, r.state,
        coalesce(a.tries, 0) as tries, a.last_result, coalesce(a.arrived, false) as arrived,
        exists (select 1 from dead_letter x
          where x.event = d.event and x.delivery = d.id and x.status <> 'replayed') as dead
      from (select ?::uuid as id) e
      join delivery d on\
      """
          + " "
          + DELIVERIES_OF_E
          + """
          left join retry r on r.delivery = d.id
          left join lateral (
            select count(*) as tries, bool_or(t.result = 'delivered') as arrived,
              (array_agg(t.result order by t.run desc, t.number desc))[1] as last_result
            from attempt t where t.delivery = d.id
          ) a on true
          order by d.created_at, d.id
          """;

  private EventSql() {}
}
