package dev.gatehouse.receive.journal;

import dev.gatehouse.event.Fault;
import dev.gatehouse.event.InboundEvent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All SQL that writes {@code event}. */
final class EventRows {
  static final String INSERT =
      """
      insert into event (
        id, source_id, event_id, type, schema_version, machine, entity_key, lane, sequence,
        occurred_at, received_at, content_type, headers, body, body_sha256, matched_secret,
        fault, fault_detail, unsigned_fields, request_id, config_revision)
      select
        id::uuid, source_id, event_id, type, schema_version, machine, entity_key, lane, sequence,
        timestamptz 'epoch' + occurred_at * interval '1 microsecond',
        timestamptz 'epoch' + received_at * interval '1 microsecond',
        content_type, headers, body, body_sha256, matched_secret,
        fault, fault_detail, unsigned_fields, request_id, config_revision
      from unnest(
        ?::text[], ?::int4[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::int4[],
        ?::int8[], ?::int8[], ?::int8[], ?::text[], ?::text[], ?::bytea[], ?::bytea[], ?::text[],
        ?::text[], ?::text[], ?::text[], ?::text[], ?::int8[])
        as given (
          id, source_id, event_id, type, schema_version, machine, entity_key, lane, sequence,
          occurred_at, received_at, content_type, headers, body, body_sha256, matched_secret,
          fault, fault_detail, unsigned_fields, request_id, config_revision)
      """;

  // Costs more write-ahead log than the plain one, so only a second try uses it: the first may have
  // been committed before the connection broke.
  static final String INSERT_AGAIN = INSERT + "on conflict (id) do nothing\n";

  private final Sources sources;

  EventRows(Sources sources) {
    this.sources = sources;
  }

  /**
   * Writes the rows.
   *
   * @param again rows that are there already are left as they are
   */
  void insert(Connection connection, List<InboundEvent> events, boolean again) throws SQLException {
    if (events.isEmpty()) {
      return;
    }
    try (PreparedStatement statement = connection.prepareStatement(again ? INSERT_AGAIN : INSERT)) {
      new Columns<>(connection, statement, events)
          .text(event -> event.id().toString())
          .integer(event -> sources.id(event.source()))
          .text(InboundEvent::eventId)
          .text(InboundEvent::type)
          .text(InboundEvent::schemaVersion)
          .text(event -> event.entity() == null ? null : event.entity().machine())
          .text(event -> event.entity() == null ? null : event.entity().key())
          .integer(event -> event.lane().number())
          .number(InboundEvent::sequence)
          .micros(InboundEvent::occurredAt)
          .micros(InboundEvent::receivedAt)
          .text(InboundEvent::contentType)
          .text(event -> HeadersText.write(event.headers()))
          .bytes(event -> event.body().bytes())
          .bytes(InboundEvent::bodySha256)
          .text(InboundEvent::matchedSecret)
          .text(event -> code(event.fault()))
          .text(event -> event.fault() == null ? null : event.fault().detail())
          .text(event -> joined(event.unsignedFields()))
          .text(InboundEvent::requestId)
          .number(InboundEvent::configRevision);
      statement.executeUpdate();
    }
  }

  private static @Nullable String code(@Nullable Fault fault) {
    return fault == null ? null : fault.code().name();
  }

  private static @Nullable String joined(Set<String> fields) {
    return fields.isEmpty() ? null : String.join(",", fields.stream().sorted().toList());
  }
}
