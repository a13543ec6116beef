package dev.gatehouse.deliver.worker;

/**
 * The statements that keep the order of entities over restarts and changes of owner.
 *
 * <p>An entity is held towards a destination while it has a row in {@code retry}, or an open dead
 * letter of an ordered delivery there. A row that stands behind is released when nothing made
 * before it is left of either kind; asking once too often changes nothing.
 */
final class OrderSql {
  // Leans on retry_entity_idx and dead_letter_held_idx. Scalar subqueries on purpose: written with
  // "not exists", the planner may hash all deliveries there ever were.
  private static final String FIRST_IN_ORDER =
      """
      (select 1 from retry b
        where b.destination = r.destination and b.machine = r.machine
          and b.entity_key = r.entity_key and b.ordered and b.created_at < r.created_at
        limit 1) is null
      and (select 1 from dead_letter d join delivery v on v.id = d.delivery
        where d.destination = r.destination and d.machine = r.machine
          and d.entity_key = r.entity_key and d.delivery is not null
          and d.status not in ('replayed', 'closed')
          and v.ordered and v.created_at < r.created_at
        limit 1) is null
      """;

  /** Releases the first of each of these entities, if nothing is before it. */
  static final String RELEASE =
      """
      update retry r set state = 'due', next_at = now()
      from unnest(?::text[], ?::text[], ?::text[]) as e (destination, machine, entity_key)
      where r.destination = e.destination and r.machine = e.machine
        and r.entity_key = e.entity_key and r.state = 'behind' and
      """
          + FIRST_IN_ORDER;

  /** The same for everything in some lanes, in case a release was missed. */
  static final String RELEASE_IN_LANES =
      """
      update retry r set state = 'due', next_at = now()
      where r.state = 'behind' and r.lane = any (?::int2[]) and
      """
          + FIRST_IN_ORDER;

  /** Which of these entities have nothing unfinished. */
  static final String CLEAR =
      """
      select e.destination, e.machine, e.entity_key
      from unnest(?::text[], ?::text[], ?::text[]) as e (destination, machine, entity_key)
      where (select 1 from retry b
          where b.destination = e.destination and b.machine = e.machine
            and b.entity_key = e.entity_key and b.ordered
          limit 1) is null
        and (select 1 from dead_letter d join delivery v on v.id = d.delivery
          where d.destination = e.destination and d.machine = e.machine
            and d.entity_key = e.entity_key and d.delivery is not null
            and d.status not in ('replayed', 'closed') and v.ordered
          limit 1) is null
      """;

  /** All entities of some lanes that have something unfinished. */
  static final String HELD =
      """
      select distinct r.destination, r.machine, r.entity_key from retry r
      where r.ordered and r.machine is not null and r.lane = any (?::int2[])
      union
      select d.destination, v.machine, v.entity_key
      from dead_letter d cross join lateral (
        select v.machine, v.entity_key, v.ordered, v.lane from delivery v
        where v.id = d.delivery limit 1) v
      where d.delivery is not null and d.status not in ('replayed', 'closed')
        and v.ordered and v.machine is not null and v.lane = any (?::int2[])
      """;

  private OrderSql() {}
}
