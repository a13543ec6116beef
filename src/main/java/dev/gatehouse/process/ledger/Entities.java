package dev.gatehouse.process.ledger;

import dev.gatehouse.db.Tx;
import dev.gatehouse.event.EntityRef;
import dev.gatehouse.event.EventId;
import dev.gatehouse.process.machine.EntityState;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads and writes where entities stand. */
public final class Entities {
  // Leans on entity_pk (machine, entity_key).
  static final String LOAD =
      """
      select e.machine, e.entity_key, e.state, e.version, e.last_sequence, e.last_time,
             e.last_event, e.held_by
      from unnest(?::text[], ?::text[]) as u (machine, entity_key)
      join entity e on e.machine = u.machine and e.entity_key = u.entity_key
      """;

  // A row that is there already means somebody else has seen this entity first.
  static final String INSERT =
      """
      insert into entity (machine, entity_key, state, version, last_sequence, last_time,
                          last_event, held_by, updated_at)
      select u.machine, u.entity_key, u.state, u.version, u.last_sequence, u.last_time,
             u.last_event, u.held_by, now()
      from unnest(?::text[], ?::text[], ?::text[], ?::int8[], ?::int8[], ?::timestamptz[],
                  ?::uuid[], ?::uuid[])
           as u (machine, entity_key, state, version, last_sequence, last_time, last_event, held_by)
      on conflict on constraint entity_pk do nothing
      """;

  // Leans on entity_pk. The version counts moves; an event that only confirms the state writes too,
  // so the row must also still name the event that wrote it last, and the holder.
  static final String UPDATE =
      """
      update entity e
      set state = u.state, version = u.version, last_sequence = u.last_sequence,
          last_time = u.last_time, last_event = u.last_event, held_by = u.held_by,
          updated_at = now()
      from unnest(?::text[], ?::text[], ?::text[], ?::int8[], ?::int8[], ?::timestamptz[],
                  ?::uuid[], ?::uuid[], ?::int8[], ?::uuid[], ?::uuid[])
           as u (machine, entity_key, state, version, last_sequence, last_time, last_event, held_by,
                 was_version, was_event, was_held)
      where e.machine = u.machine and e.entity_key = u.entity_key
        and e.version = u.was_version and e.last_event = u.was_event
        and e.held_by is not distinct from u.was_held
      """;

  static final String RELEASE =
      """
      update entity set held_by = null, updated_at = now()
      where machine = ? and entity_key = ? and held_by = ?
      """;

  // Locks the rows against a release: who parks behind a holder and who lets followers go must see
  // each other, or an event would wait for ever.
  static final String STILL_HELD =
      """
      select e.machine
      from unnest(?::text[], ?::text[]) as u (machine, entity_key)
      join entity e on e.machine = u.machine and e.entity_key = u.entity_key
      where e.held_by is not null
      order by e.machine, e.entity_key
      for share of e
      """;

  private static final Comparator<EntityChange> BY_KEY =
      Comparator.comparing((EntityChange change) -> change.entity().machine())
          .thenComparing(change -> change.entity().key());

  private Entities() {}

  /** The states of those that have one; an entity nobody has heard of is not in the answer. */
  public static Map<EntityRef, EntityState> load(Tx tx, Collection<EntityRef> entities) {
    if (entities.isEmpty()) {
      return Map.of();
    }
    return Columns.with(
        tx,
        "loading " + entities.size() + " entities",
        LOAD,
        columns -> {
          Map<EntityRef, EntityState> states = new HashMap<>();
          try (ResultSet row =
              columns.text(entities, EntityRef::machine).text(entities, EntityRef::key).query()) {
            while (row.next()) {
              states.put(new EntityRef(row.getString(1), row.getString(2)), state(row));
            }
          }
          return states;
        });
  }

  private static EntityState state(ResultSet row) throws SQLException {
    return new EntityState(
        row.getString(3),
        row.getLong(4),
        row.getObject(5, Long.class),
        Columns.instant(row, 6),
        Columns.event(row, 7),
        Columns.event(row, 8));
  }

  /**
   * Writes them, each only if it still stands as it was read. At most one change per entity.
   *
   * @throws Overtaken when one does not
   */
  public static void save(Tx tx, Collection<EntityChange> changes) {
    // One order for all writers, so that two of them wait for each other instead of dead-locking.
    List<EntityChange> ordered = changes.stream().sorted(BY_KEY).toList();
    insert(tx, ordered.stream().filter(EntityChange::isNew).toList());
    update(tx, ordered.stream().filter(change -> !change.isNew()).toList());
  }

  private static void insert(Tx tx, List<EntityChange> changes) {
    if (changes.isEmpty()) {
      return;
    }
    int wrote =
        Columns.with(
            tx,
            "inserting " + changes.size() + " entities",
            INSERT,
            columns -> after(columns, changes).update());
    check("new entities", wrote, changes.size());
  }

  private static void update(Tx tx, List<EntityChange> changes) {
    if (changes.isEmpty()) {
      return;
    }
    int wrote =
        Columns.with(
            tx,
            "updating " + changes.size() + " entities",
            UPDATE,
            columns ->
                after(columns, changes)
                    .number(changes, change -> change.before().version())
                    .id(changes, change -> change.before().lastEvent())
                    .id(changes, change -> change.before().heldBy())
                    .update());
    check("entities", wrote, changes.size());
  }

  private static Columns after(Columns columns, List<EntityChange> changes) throws SQLException {
    return columns
        .text(changes, change -> change.entity().machine())
        .text(changes, change -> change.entity().key())
        .text(changes, change -> change.after().state())
        .number(changes, change -> change.after().version())
        .number(changes, change -> change.after().lastSequence())
        .time(changes, change -> change.after().lastTime())
        .id(changes, change -> change.after().lastEvent())
        .id(changes, change -> change.after().heldBy());
  }

  private static void check(String what, int wrote, int expected) {
    if (wrote != expected) {
      throw new Overtaken(what, wrote, expected);
    }
  }

  /**
   * Makes sure these entities are held and stay so until this transaction ends.
   *
   * @throws Overtaken when one has been released meanwhile
   */
  static void checkHeld(Tx tx, Set<EntityRef> entities) {
    int held =
        Columns.with(
            tx,
            "checking " + entities.size() + " held entities",
            STILL_HELD,
            columns ->
                columns.text(entities, EntityRef::machine).text(entities, EntityRef::key).rows());
    check("held entities", held, entities.size());
  }

  /**
   * Lets the followers of a dead event go: its dead letter was closed, or it was folded after all.
   * They become due and are folded in the order in which they came.
   *
   * @return false when that event does not hold the entity
   */
  public static boolean release(Tx tx, EntityRef entity, EventId dead) {
    int released =
        Columns.with(
            tx,
            "releasing an entity of machine " + entity.machine(),
            RELEASE,
            columns -> columns.value(entity.machine()).value(entity.key()).value(dead).update());
    if (released == 0) {
      return false;
    }
    Parked.letGo(tx, entity);
    return true;
  }
}
