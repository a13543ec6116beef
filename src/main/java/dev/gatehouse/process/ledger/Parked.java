package dev.gatehouse.process.ledger;

import dev.gatehouse.db.Tx;
import dev.gatehouse.event.EntityRef;
import dev.gatehouse.event.EventId;
import dev.gatehouse.event.Lane;
import dev.gatehouse.process.ledger.ParkedEvent.New;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Keeps the events that wait. Times are the database's, for nodes disagree about theirs. */
public final class Parked {
  static final String PARK =
      """
      insert into parked (event, run, lane, machine, entity_key, reason, since, until)
      select u.event, u.run, u.lane, u.machine, u.entity_key, u.reason, now(),
             now() + u.patience_ms * interval '1 millisecond'
      from unnest(?::uuid[], ?::int2[], ?::int2[], ?::text[], ?::text[], ?::text[], ?::int8[])
           as u (event, run, lane, machine, entity_key, reason, patience_ms)
      on conflict on constraint parked_pk do nothing
      """;

  static final String REMOVE = "delete from parked where event = any (?::uuid[])";

  // Leans on parked_entity_idx (machine, entity_key).
  static final String OF_ENTITIES =
      """
      select p.event, p.run, p.lane, p.machine, p.entity_key, p.reason, p.since, p.until
      from unnest(?::text[], ?::text[]) as u (machine, entity_key)
      join parked p on p.machine = u.machine and p.entity_key = u.entity_key
      order by p.event
      """;

  // Leans on parked_lane_idx (lane, until). What only somebody else lets go has no time.
  static final String DUE =
      """
      select event, run, lane, machine, entity_key, reason, since, until
      from parked
      where lane = ? and until <= now()
      order by until, event
      limit ?
      """;

  static final String LET_GO =
      """
      update parked set until = now()
      where machine = ? and entity_key = ? and reason = 'held' and until is null
      """;

  private Parked() {}

  /**
   * Parks events.
   *
   * @throws Overtaken when one is parked already, or is to stand behind a dead event that has let
   *     go
   */
  public static void park(Tx tx, List<New> events) {
    Set<EntityRef> held = new LinkedHashSet<>();
    for (New each : events) {
      if (each.reason() == ParkedEvent.Reason.HELD) {
        held.add(Objects.requireNonNull(each.entity()));
      }
    }
    if (!held.isEmpty()) {
      Entities.checkHeld(tx, held);
    }
    int wrote = insert(tx, events);
    if (wrote != events.size()) {
      throw new Overtaken("parked events", wrote, events.size());
    }
  }

  /**
   * Asks for another run of an event.
   *
   * @return false when it is parked already: somebody was faster
   */
  public static boolean rerun(
      Tx tx, EventId event, int run, Lane lane, @Nullable EntityRef entity) {
    return insert(tx, List.of(New.rerun(event, run, lane, entity))) == 1;
  }

  private static int insert(Tx tx, List<New> events) {
    if (events.isEmpty()) {
      return 0;
    }
    return Columns.with(
        tx,
        "parking " + events.size() + " events",
        PARK,
        columns ->
            columns
                .id(events, New::event)
                .small(events, New::run)
                .small(events, each -> each.lane().number())
                .text(events, each -> each.entity() == null ? null : each.entity().machine())
                .text(events, each -> each.entity() == null ? null : each.entity().key())
                .text(events, each -> each.reason().text())
                .number(events, each -> millis(each.patience()))
                .update());
  }

  /**
   * Takes events out, because they get their verdict in this transaction.
   *
   * @throws Overtaken when one is not parked any more
   */
  public static void remove(Tx tx, Collection<EventId> events) {
    if (events.isEmpty()) {
      return;
    }
    int removed =
        Columns.with(
            tx,
            "removing " + events.size() + " parked events",
            REMOVE,
            columns -> columns.id(events, event -> event).update());
    if (removed != events.size()) {
      throw new Overtaken("parked events", removed, events.size());
    }
  }

  /** Everything that waits for these entities, for whatever reason, each in order of arrival. */
  public static Map<EntityRef, List<ParkedEvent>> ofEntities(
      Tx tx, Collection<EntityRef> entities) {
    if (entities.isEmpty()) {
      return Map.of();
    }
    List<ParkedEvent> found =
        Columns.with(
            tx,
            "reading what waits for " + entities.size() + " entities",
            OF_ENTITIES,
            columns ->
                read(columns.text(entities, EntityRef::machine).text(entities, EntityRef::key)));
    Map<EntityRef, List<ParkedEvent>> waiting = new HashMap<>();
    for (ParkedEvent each : found) {
      waiting
          .computeIfAbsent(Objects.requireNonNull(each.entity()), e -> new ArrayList<>())
          .add(each);
    }
    return waiting;
  }

  /** What is due in a lane: waited in vain, was let go, or is asked for again. */
  public static List<ParkedEvent> due(Tx tx, Lane lane, int limit) {
    return Columns.with(
        tx,
        "reading what is due in lane " + lane.number(),
        DUE,
        columns -> read(columns.value(lane.number()).value(limit)));
  }

  /** Makes due what is held back for that entity. */
  static int letGo(Tx tx, EntityRef entity) {
    return Columns.with(
        tx,
        "letting the followers of an entity of machine " + entity.machine() + " go",
        LET_GO,
        columns -> columns.value(entity.machine()).value(entity.key()).update());
  }

  private static List<ParkedEvent> read(Columns columns) throws SQLException {
    List<ParkedEvent> events = new ArrayList<>();
    try (ResultSet row = columns.query()) {
      while (row.next()) {
        Instant since = Objects.requireNonNull(Columns.instant(row, 7));
        events.add(
            new ParkedEvent(
                Objects.requireNonNull(Columns.event(row, 1)),
                row.getInt(2),
                new Lane(row.getInt(3)),
                Columns.entity(row.getString(4), row.getString(5)),
                ParkedEvent.Reason.of(row.getString(6)),
                since,
                Columns.instant(row, 8)));
      }
    }
    return events;
  }

  private static @Nullable Long millis(@Nullable Duration patience) {
    return patience == null ? null : patience.toMillis();
  }
}
