package dev.gatehouse.receive.journal;

import dev.gatehouse.db.DatabaseException;
import dev.gatehouse.db.Tx;
import dev.gatehouse.event.EntityRef;
import dev.gatehouse.event.ErrorCode;
import dev.gatehouse.event.EventId;
import dev.gatehouse.event.Fault;
import dev.gatehouse.event.InboundEvent;
import dev.gatehouse.event.Lane;
import dev.gatehouse.event.RawBody;
import dev.gatehouse.event.SourceName;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads stored events back, as they were offered. */
public final class EventReader {
  private static final UUID BELOW_ALL = new UUID(0, 0);

  private static final String COLUMNS =
      """
      select e.id, s.name as source, e.event_id, e.type, e.schema_version, e.machine, e.entity_key,
             e.lane, e.sequence, e.occurred_at, e.received_at, e.content_type, e.headers, e.body,
             e.body_sha256, e.matched_secret, e.fault, e.fault_detail, e.unsigned_fields,
             e.request_id, e.config_revision
      """;

  // Leans on event_lane_idx (lane, id) and walks it upwards, with one probe of outcome_pk and
  // parked_pk for each event. The border stands at outcome, too: without it a planner without
  // statistics may hash all of it.
  static final String PENDING =
      COLUMNS
          + """
          from event e
          join source s on s.source_id = e.source_id
          where e.lane = ? and e.id > ?
            and not exists (
              select from outcome o where o.event = e.id and o.run = 0 and o.event > ?)
            and not exists (select from parked p where p.event = e.id)
          order by e.id
          limit ?
          """;

  static final String BY_IDS =
      COLUMNS
          + """
          from event e
          join source s on s.source_id = e.source_id
          where e.id = any (?::uuid[])
          order by e.id
          """;

  /** One event; empty when there is none, or retention has taken it. */
  public Optional<InboundEvent> byId(Tx tx, EventId id) {
    return byIds(tx, List.of(id)).stream().findFirst();
  }

  /** Those that are there, in the order of their ids. */
  public List<InboundEvent> byIds(Tx tx, Collection<EventId> ids) {
    if (ids.isEmpty()) {
      return List.of();
    }
    try (PreparedStatement statement = tx.connection().prepareStatement(BY_IDS)) {
      UUID[] values = ids.stream().map(EventId::value).toArray(UUID[]::new);
      statement.setArray(1, tx.connection().createArrayOf("uuid", values));
      return all(statement);
    } catch (SQLException e) {
      throw DatabaseException.of("read " + ids.size() + " events", e);
    }
  }

  /**
   * Events of a lane that have no verdict and are not parked, in the order of their ids.
   *
   * @param above only ids greater than this one; null: from the beginning
   */
  public List<InboundEvent> pending(Tx tx, Lane lane, @Nullable EventId above, int limit) {
    UUID border = above == null ? BELOW_ALL : above.value();
    try (PreparedStatement statement = tx.connection().prepareStatement(PENDING)) {
      statement.setInt(1, lane.number());
      statement.setObject(2, border);
      statement.setObject(3, border);
      statement.setInt(4, limit);
      return all(statement);
    } catch (SQLException e) {
      throw DatabaseException.of("pending events of lane " + lane.number(), e);
    }
  }

  private static List<InboundEvent> all(PreparedStatement statement) throws SQLException {
    List<InboundEvent> events = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        events.add(event(rows));
      }
    }
    return events;
  }

  private static InboundEvent event(ResultSet row) throws SQLException {
    String machine = row.getString("machine");
    String fault = row.getString("fault");
    String unsigned = row.getString("unsigned_fields");
    long sequence = row.getLong("sequence");
    boolean noSequence = row.wasNull();
    Instant receivedAt = time(row, "received_at");
    if (receivedAt == null) {
      throw new IllegalStateException("event.received_at is not null");
    }
    return new InboundEvent(
        new EventId(row.getObject("id", UUID.class)),
        new SourceName(row.getString("source")),
        row.getString("event_id"),
        row.getString("type"),
        row.getString("schema_version"),
        machine == null ? null : new EntityRef(machine, row.getString("entity_key")),
        new Lane(row.getInt("lane")),
        noSequence ? null : sequence,
        time(row, "occurred_at"),
        receivedAt,
        row.getString("content_type"),
        HeadersText.read(row.getString("headers")),
        new RawBody(row.getBytes("body")),
        row.getBytes("body_sha256"),
        row.getString("matched_secret"),
        fault == null ? null : new Fault(ErrorCode.valueOf(fault), row.getString("fault_detail")),
        unsigned == null ? Set.of() : Set.of(unsigned.split(",")),
        row.getString("request_id"),
        row.getLong("config_revision"));
  }

  private static @Nullable Instant time(ResultSet row, String column) throws SQLException {
    OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }
}
