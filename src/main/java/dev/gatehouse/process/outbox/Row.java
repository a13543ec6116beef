package dev.gatehouse.process.outbox;

import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.EntityRef;
import dev.gatehouse.event.EventId;
import dev.gatehouse.event.InboundEvent;
import dev.gatehouse.event.Lane;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A row of {@code delivery}, before its event is loaded. */
record Row(
    DeliveryId id,
    EventId event,
    DestinationName destination,
    Lane lane,
    @Nullable EntityRef entity,
    boolean ordered,
    Instant at) {

  /** Reads the columns in the order of {@link OutboxSql#COLUMNS}. */
  static Row of(ResultSet row) throws SQLException {
    String machine = row.getString(5);
    String key = row.getString(6);
    return new Row(
        new DeliveryId(row.getObject(1, UUID.class)),
        new EventId(row.getObject(2, UUID.class)),
        new DestinationName(row.getString(3)),
        new Lane(row.getInt(4)),
        machine == null || key == null ? null : new EntityRef(machine, key),
        row.getBoolean(7),
        row.getObject(8, OffsetDateTime.class).toInstant());
  }

  Outgoing with(InboundEvent whole) {
    return new Outgoing(id, whole, destination, entity, lane, ordered, at);
  }
}
