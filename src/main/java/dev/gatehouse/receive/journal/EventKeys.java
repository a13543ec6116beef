package dev.gatehouse.receive.journal;

import dev.gatehouse.event.EventId;
import dev.gatehouse.event.InboundEvent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** The memory of ids: all SQL on {@code event_key}. */
final class EventKeys {
  // Rows come sorted by key, so that two writers never wait for each other in a ring. A writer that
  // meets a key of a transaction still running waits for its end; that decides who is first.
  static final String REMEMBER =
      """
      insert into event_key (source_id, event_id, event, body_sha256, first_seen)
      select source_id, event_id, event::uuid, body_sha256,
             timestamptz 'epoch' + first_seen * interval '1 microsecond'
      from unnest(?::int4[], ?::text[], ?::text[], ?::bytea[], ?::int8[])
        as given (source_id, event_id, event, body_sha256, first_seen)
      on conflict (source_id, event_id) do nothing
      returning event
      """;

  // A statement of its own, so that it sees what the one above waited for.
  static final String LOOK_UP =
      """
      select k.event_id, s.name, k.event, k.body_sha256
      from unnest(?::int4[], ?::text[]) as given (source_id, event_id)
      join event_key k on k.source_id = given.source_id and k.event_id = given.event_id
      join source s on s.source_id = k.source_id
      """;

  /** Who holds a key. */
  record Holder(EventId event, byte[] bodySha256) {}

  private final Sources sources;

  EventKeys(Sources sources) {
    this.sources = sources;
  }

  /** Takes the keys; the ids of those events that are the first of theirs. */
  Set<UUID> remember(Connection connection, List<InboundEvent> events) throws SQLException {
    Set<UUID> fresh = HashSet.newHashSet(events.size());
    try (PreparedStatement statement = connection.prepareStatement(REMEMBER)) {
      new Columns<>(connection, statement, events)
          .integer(event -> sources.id(event.source()))
          .text(InboundEvent::eventId)
          .text(event -> event.id().toString())
          .bytes(InboundEvent::bodySha256)
          .micros(InboundEvent::receivedAt);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          fresh.add(rows.getObject(1, UUID.class));
        }
      }
    }
    return fresh;
  }

  /** Who holds the keys of these events. */
  Map<Batch.Key, Holder> holders(Connection connection, List<InboundEvent> events)
      throws SQLException {
    Map<Batch.Key, Holder> holders = new HashMap<>();
    if (events.isEmpty()) {
      return holders;
    }
    Map<String, InboundEvent> byName = new HashMap<>();
    List<InboundEvent> distinct = new ArrayList<>(events);
    distinct.forEach(event -> byName.putIfAbsent(event.source().value(), event));
    try (PreparedStatement statement = connection.prepareStatement(LOOK_UP)) {
      new Columns<>(connection, statement, distinct)
          .integer(event -> sources.id(event.source()))
          .text(InboundEvent::eventId);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          InboundEvent ofSource = byName.get(rows.getString(2));
          if (ofSource != null) {
            holders.put(
                new Batch.Key(ofSource.source(), rows.getString(1)),
                new Holder(new EventId(rows.getObject(3, UUID.class)), rows.getBytes(4)));
          }
        }
      }
    }
    return holders;
  }
}
