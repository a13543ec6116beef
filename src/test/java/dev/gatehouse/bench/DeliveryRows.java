package dev.gatehouse.bench;

import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.EntityRef;
import dev.gatehouse.event.EventId;
import dev.gatehouse.event.EventIds;
import dev.gatehouse.event.Lane;
import dev.gatehouse.event.RawBody;
import dev.gatehouse.process.outbox.DeliveryId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.LongFunction;

/**
 * Writes events that have their verdict and wait to be delivered, each about an entity of its own.
 */
final class DeliveryRows {
  private static final String SOURCE =
      "insert into source (source_id, name) overriding system value values (1, 'bench')"
          + " on conflict do nothing";

  private static final String DELIVERIES =
      """
      insert into delivery (id, event, destination, lane, machine, entity_key, ordered, created_at)
      select id, event, destination, lane, 'order', entity_key, true,
        clock_timestamp()
      from unnest(?::uuid[], ?::uuid[], ?::text[], ?::smallint[], ?::text[])
        as o(id, event, destination, lane, entity_key)
      """;

  private final EventIds ids = new EventIds(InstantSource.system(), new Random());
  private long next = 1;

  /** Writes some in the caller's transaction; the function names the destination of each. */
  List<DeliveryId> write(Connection connection, int count, LongFunction<DestinationName> to)
      throws SQLException {
    try (PreparedStatement source = connection.prepareStatement(SOURCE)) {
      source.executeUpdate();
    }
    List<DeliveryId> written = new ArrayList<>(count);
    Object[] events = new UUID[count];
    Object[] eventIds = new String[count];
    Object[] keys = new String[count];
    Object[] lanes = new Short[count];
    Object[] deliveries = new UUID[count];
    Object[] destinations = new String[count];
    byte[][] bodies = new byte[count][];
    byte[][] digests = new byte[count][];
    for (int i = 0; i < count; i++, next++) {
      EventId id = ids.next();
      String key = "ord_" + SignedEvents.hex(next);
      DestinationName destination = to.apply(next);
      DeliveryId delivery = DeliveryId.of(id, destination);
      events[i] = id.value();
      eventIds[i] = "evt_" + SignedEvents.hex(next);
      keys[i] = key;
      lanes[i] = (short) Lane.of(new EntityRef("order", key)).number();
      deliveries[i] = delivery.value();
      destinations[i] = destination.value();
      bodies[i] = SignedEvents.body(next);
      digests[i] = new RawBody(bodies[i]).sha256();
      written.add(delivery);
    }
    execute(
        connection,
        RowBatch.INSERT_EVENTS,
        new String[] {"uuid", "text", "text", "int2", "bytea", "bytea"},
        new Object[][] {events, eventIds, keys, lanes, bodies, digests});
    execute(
        connection,
        DELIVERIES,
        new String[] {"uuid", "uuid", "text", "int2", "text"},
        new Object[][] {deliveries, events, destinations, lanes, keys});
    return written;
  }

  private static void execute(Connection connection, String sql, String[] types, Object[][] columns)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < types.length; i++) {
        statement.setArray(i + 1, connection.createArrayOf(types[i], columns[i]));
      }
      statement.executeUpdate();
    }
  }
}
