package dev.gatehouse.bench;

import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.EntityRef;
import dev.gatehouse.event.EventId;
import dev.gatehouse.event.EventIds;
import dev.gatehouse.event.Lane;
import dev.gatehouse.event.RawBody;
import dev.gatehouse.process.outbox.DeliveryId;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.UUID;

/**
 * Some events as columns, and the statements that write them as the gateway does: one multi-row
 * statement per table and batch. What is the same in every row is a constant here, so the ceiling
 * is a little higher than the gateway can get.
 */
final class RowBatch {
  // Leans on event_key_pk. The same shape as the journal's own statement.
  static final String INSERT_EVENTS =
      """
      with offered as (
        select * from unnest(?::uuid[], ?::text[], ?::text[], ?::smallint[], ?::bytea[], ?::bytea[])
          as o(id, event_id, entity_key, lane, body, body_sha256)
      ), fresh as (
        insert into event_key (source_id, event_id, event, body_sha256, first_seen)
        select 1, event_id, id, body_sha256, now() from offered
        on conflict do nothing
        returning event
      )
      insert into event (id, source_id, event_id, type, machine, entity_key, lane, sequence,
        occurred_at, received_at, content_type, headers, body, body_sha256, matched_secret,
        request_id, config_revision)
      select id, 1, event_id, 'order.paid', 'order', entity_key, lane, 1, now(), now(),
        'application/json', '[["content-type","application/json"]]', body, body_sha256,
        'current:3f2a91c0', event_id, 1
      from offered join fresh on fresh.event = offered.id
      """;

  static final String INSERT_OUTCOMES =
      """
      insert into outcome (event, run, lane, verdict, from_state, to_state, machine_revision,
        entity_version, at, node)
      select id, 0, lane, 'applied', 'new', 'paid', '1', 1, now(), 'bench'
      from unnest(?::uuid[], ?::smallint[]) as o(id, lane)
      """;

  static final String INSERT_ENTITIES =
      """
      insert into entity (machine, entity_key, state, version, last_sequence, last_event, updated_at)
      select 'order', entity_key, 'paid', 1, 1, id, now()
      from unnest(?::uuid[], ?::text[]) as o(id, entity_key)
      """;

  static final String INSERT_DELIVERIES =
      """
      insert into delivery (id, event, destination, lane, machine, entity_key, ordered, created_at)
      select id, event, 'sink', lane, 'order', entity_key, true, now()
      from unnest(?::uuid[], ?::uuid[], ?::smallint[], ?::text[]) as o(id, event, lane, entity_key)
      """;

  static final String INSERT_ATTEMPTS =
      """
      insert into attempt (delivery, run, number, event, destination, at, result, terminal,
        http_status, latency_ms, node)
      select id, 0, 1, event, 'sink', now(), 'delivered', true, 200, 1, 'bench'
      from unnest(?::uuid[], ?::uuid[]) as o(id, event)
      """;

  private static final DestinationName SINK = new DestinationName("sink");

  private final Object[] ids;
  private final Object[] deliveries;
  private final Object[] eventIds;
  private final Object[] keys;
  private final Object[] lanes;
  private final byte[][] bodies;
  private final byte[][] digests;

  RowBatch(EventIds source, long firstNumber, int rows) {
    ids = new UUID[rows];
    deliveries = new UUID[rows];
    eventIds = new String[rows];
    keys = new String[rows];
    lanes = new Short[rows];
    bodies = new byte[rows][];
    digests = new byte[rows][];
    for (int i = 0; i < rows; i++) {
      EventId id = source.next();
      String number = SignedEvents.hex(firstNumber + i);
      ids[i] = id.value();
      deliveries[i] = DeliveryId.of(id, SINK).value();
      eventIds[i] = "evt_" + number;
      keys[i] = "ord_" + number;
      lanes[i] = (short) Lane.of(new EntityRef("order", "ord_" + number)).number();
      bodies[i] = SignedEvents.body(firstNumber + i);
      digests[i] = new RawBody(bodies[i]).sha256();
    }
  }

  int rows() {
    return ids.length;
  }

  /** Writes and commits what the journal writes. */
  void writeEvents(Connection connection) throws SQLException {
    execute(
        connection,
        INSERT_EVENTS,
        array(connection, "uuid", ids),
        array(connection, "text", eventIds),
        array(connection, "text", keys),
        array(connection, "int2", lanes),
        array(connection, "bytea", bodies),
        array(connection, "bytea", digests));
    connection.commit();
  }

  /** Writes every table of the whole way, in the three transactions the gateway uses. */
  void writeAll(Connection connection) throws SQLException {
    writeEvents(connection);
    Array id = array(connection, "uuid", ids);
    Array key = array(connection, "text", keys);
    Array lane = array(connection, "int2", lanes);
    Array delivery = array(connection, "uuid", deliveries);
    execute(connection, INSERT_OUTCOMES, id, lane);
    execute(connection, INSERT_ENTITIES, id, key);
    execute(connection, INSERT_DELIVERIES, delivery, id, lane, key);
    connection.commit();
    execute(connection, INSERT_ATTEMPTS, delivery, id);
    connection.commit();
  }

  private static Array array(Connection connection, String type, Object[] values)
      throws SQLException {
    return connection.createArrayOf(type, values);
  }

  private static void execute(Connection connection, String sql, Array... columns)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < columns.length; i++) {
        statement.setArray(i + 1, columns[i]);
      }
      statement.executeUpdate();
    }
  }
}
