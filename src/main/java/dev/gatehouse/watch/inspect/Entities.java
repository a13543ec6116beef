package dev.gatehouse.watch.inspect;

import dev.gatehouse.db.Tx;
import java.util.List;
import java.util.Optional;
import org.jooq.Record;
import org.jooq.impl.DSL;

/** Questions about business objects. */
public final class Entities {
  /** The most transitions that are shown; the newest of them. */
  static final int MAX_TRANSITIONS = 500;

  private static final String FIND =
      """
      select machine, entity_key, state, version, updated_at, last_sequence, last_time, held_by
      from entity where machine = ? and entity_key = ?
      """;

  // Leans on event_entity_idx (machine, entity_key, id) and the primary key of outcome.
  private static final String TRANSITIONS =
      """
      select * from (
        select e.id, e.type, o.from_state, o.to_state, o.verdict, o.reason, o.at, o.run
        from event e
        join outcome o on o.event = e.id
        where e.machine = {0} and e.entity_key = {1}
          and e.source_id in (select s.source_id from source s where {2})
        order by e.id desc, o.run desc
        limit {3}) newest
      order by at, id, run
      """;

  private static final String KNOWN =
      """
      select 1 from event e join source s on s.source_id = e.source_id
      where e.machine = {0} and e.entity_key = {1} and {2} limit 1
      """;

  /** Known as soon as one event names it; invisible when none of those is in scope. */
  public Optional<EntityView> find(Tx tx, Scope scope, String machine, String key) {
    var inScope = scope.allows(DSL.field("s.name", String.class));
    if (tx.dsl().fetchOne(KNOWN, DSL.val(machine), DSL.val(key), inScope) == null) {
      return Optional.empty();
    }
    List<EntityView.Transition> transitions =
        tx.dsl()
            .resultQuery(
                TRANSITIONS, DSL.val(machine), DSL.val(key), inScope, DSL.inline(MAX_TRANSITIONS))
            .fetch()
            .map(Entities::transition);
    Record row = tx.dsl().fetchOne(FIND, machine, key);
    return Optional.of(
        row == null
            ? new EntityView(machine, key, null, 0, null, null, null, null, transitions)
            : view(new Cells(row), transitions));
  }

  private static EntityView view(Cells c, List<EntityView.Transition> transitions) {
    return new EntityView(
        c.text("machine"),
        c.text("entity_key"),
        c.text("state"),
        c.number("version"),
        c.at("updated_at"),
        c.numberOrNull("last_sequence"),
        c.atOrNull("last_time"),
        c.uuidOrNull("held_by"),
        transitions);
  }

  private static EntityView.Transition transition(Record row) {
    Cells c = new Cells(row);
    return new EntityView.Transition(
        c.uuid("id"),
        c.textOrNull("type"),
        c.textOrNull("from_state"),
        c.textOrNull("to_state"),
        c.text("verdict"),
        c.textOrNull("reason"),
        c.at("at"),
        c.integer("run"));
  }
}
