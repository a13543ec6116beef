package dev.gatehouse.replay;

import static dev.gatehouse.db.generated.Tables.DEAD_LETTER;
import static dev.gatehouse.db.generated.Tables.DELIVERY;
import static dev.gatehouse.db.generated.Tables.EVENT;

import dev.gatehouse.db.Tx;
import dev.gatehouse.deadletter.triage.Status;
import dev.gatehouse.event.EventIds;
import dev.gatehouse.replay.plan.ReplayFilter;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the items of a replay and puts them in order, in one statement.
 *
 * <p>Entities come in the order of their oldest event and each lies together; within one,
 * deliveries keep the order in which the machine took the events, events the provider's sequence,
 * else its time, else their arrival. So a creation comes before an update even if it arrived later.
 */
final class Selection {
  private static final String DEAD_LETTERS =
      """
      select d.id as dead_letter, d.event, d.delivery, d.source, d.type, d.machine, d.entity_key,
        d.destination, v.created_at as made, e.sequence, e.occurred_at
      from (
        select * from dead_letter where {0} order by event, id limit {1}
      ) d
      left join event e on e.id = d.event
      left join delivery v on v.id = d.delivery
      """;

  private static final String EVENTS =
      """
      select null::uuid as dead_letter, e.id as event, null::uuid as delivery, s.name as source,
        e.type, e.machine, e.entity_key, null::text as destination, null::timestamptz as made,
        e.sequence, e.occurred_at
      from (
        select id, source_id, type, machine, entity_key, sequence, occurred_at
        from event where {0} order by id limit {1}
      ) e
      join source s on s.source_id = e.source_id
      """;

  private static final String DELIVERIES =
      """
      select null::uuid as dead_letter, v.event, v.id as delivery, s.name as source, e.type,
        v.machine, v.entity_key, v.destination, v.created_at as made, e.sequence, e.occurred_at
      from (
        select delivery.* from delivery join event on event.id = delivery.event
        where {0} order by delivery.created_at, delivery.id limit {1}
      ) v
      join event e on e.id = v.event
      join source s on s.source_id = e.source_id
      """;

  private static final String INSERT =
      """
      insert into replay_item (replay, position, next_position, dead_letter, event, delivery, source,
        type, machine, entity_key, destination, state)
      select {0}, c.position, lead(c.position) over chain, c.dead_letter, c.event, c.delivery,
        c.source, c.type, c.machine, c.entity_key, c.destination,
        case when lag(c.position) over chain is null then 'waiting' else 'behind' end
      from (
        select h.*, row_number() over (
          order by h.head, h.chain, h.made, h.sequence, h.occurred_at, h.event, h.dead_letter
        ) as position
        from (
          select k.*, first_value(k.event) over (partition by k.chain order by k.event) as head
          from (
            select p.*, case
              when p.entity_key is null then coalesce(p.dead_letter, p.delivery, p.event)::text
              else concat_ws(chr(31), p.machine, p.entity_key, p.destination)
            end as chain
            from (#) p
          ) k
        ) h
      ) c
      window chain as (partition by c.chain order by c.position)
      """;

  private static final List<String> OPEN =
      Arrays.stream(Status.values()).filter(Status::isOpen).map(Status::text).toList();

  private Selection() {}

  /** Materialises at most {@code limit} items; how many there are. */
  static int choose(Tx tx, ReplayId replay, ReplayFilter filter, int limit) {
    String picked =
        switch (filter.subject()) {
          case DEAD_LETTERS -> DEAD_LETTERS;
          case EVENTS -> EVENTS;
          case DELIVERIES -> DELIVERIES;
        };
    Condition where =
        switch (filter.subject()) {
          case DEAD_LETTERS -> deadLetters(filter);
          case EVENTS -> events(filter);
          case DELIVERIES -> deliveries(filter);
        };
    String sql = INSERT.replace("#", picked.replace("{1}", "{2}").replace("{0}", "{1}"));
    return tx.dsl().execute(sql, DSL.val(replay.value()), where, DSL.val(limit));
  }

  private static Condition deadLetters(ReplayFilter f) {
    var d = DEAD_LETTER;
    return d.STATUS
        .in(OPEN)
        .and(equal(d.SOURCE, f.source()))
        .and(type(d.TYPE, f.type()))
        .and(equal(d.CODE, f.code()))
        .and(equal(d.FINGERPRINT, f.group()))
        .and(equal(d.SCHEMA_VERSION, f.schemaVersion()))
        .and(between(d.CREATED_AT, f.from(), f.to()))
        .and(equal(d.DESTINATION, f.destination()))
        .and(equal(d.MACHINE, f.machine()))
        .and(equal(d.ENTITY_KEY, f.key()))
        .and(equal(d.OWNER, f.owner()))
        .and(f.ids().isEmpty() ? DSL.noCondition() : d.ID.in(f.ids()));
  }

  private static Condition events(ReplayFilter f) {
    return ofEvent(f)
        .and(received(EVENT.ID, f.from(), f.to()))
        .and(equal(EVENT.MACHINE, f.machine()))
        .and(equal(EVENT.ENTITY_KEY, f.key()))
        .and(f.ids().isEmpty() ? DSL.noCondition() : EVENT.ID.in(f.ids()));
  }

  private static Condition deliveries(ReplayFilter f) {
    return ofEvent(f)
        .and(received(DELIVERY.ID, f.from(), f.to()))
        .and(equal(DELIVERY.DESTINATION, f.destination()))
        .and(equal(DELIVERY.MACHINE, f.machine()))
        .and(equal(DELIVERY.ENTITY_KEY, f.key()))
        .and(f.ids().isEmpty() ? DSL.noCondition() : DELIVERY.ID.in(f.ids()));
  }

  private static Condition ofEvent(ReplayFilter f) {
    Condition source =
        f.source() == null
            ? DSL.noCondition()
            : DSL.condition(
                "event.source_id = (select source_id from source where name = {0})",
                DSL.val(f.source()));
    return source
        .and(type(EVENT.TYPE, f.type()))
        .and(equal(EVENT.SCHEMA_VERSION, f.schemaVersion()));
  }

  private static <T> Condition equal(Field<T> field, @Nullable T value) {
    return value == null ? DSL.noCondition() : field.eq(value);
  }

  private static Condition type(Field<String> field, @Nullable String type) {
    return type == null
        ? DSL.noCondition()
        : type.endsWith("*")
            ? field.startsWith(type.substring(0, type.length() - 1))
            : field.eq(type);
  }

  private static Condition between(
      Field<Instant> field, @Nullable Instant from, @Nullable Instant to) {
    return (from == null ? DSL.noCondition() : field.ge(from))
        .and(to == null ? DSL.noCondition() : field.lt(to));
  }

  /** Ids bear the millisecond of receipt, and partitions go by them. */
  private static Condition received(Field<UUID> id, @Nullable Instant from, @Nullable Instant to) {
    return (from == null ? DSL.noCondition() : id.ge(EventIds.floor(from)))
        .and(to == null ? DSL.noCondition() : id.lt(EventIds.floor(to)));
  }
}
