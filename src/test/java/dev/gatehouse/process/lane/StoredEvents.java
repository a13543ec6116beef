package dev.gatehouse.process.lane;

import dev.gatehouse.db.Database;
import dev.gatehouse.db.DatabaseException;
import dev.gatehouse.db.Pool;
import dev.gatehouse.db.Tx;
import dev.gatehouse.event.EntityRef;
import dev.gatehouse.event.EventId;
import dev.gatehouse.event.EventIds;
import dev.gatehouse.event.Fault;
import dev.gatehouse.event.Headers;
import dev.gatehouse.event.InboundEvent;
import dev.gatehouse.event.Lane;
import dev.gatehouse.event.RawBody;
import dev.gatehouse.event.SourceName;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Puts events into the database as the journal would, for tests of what comes after. */
final class StoredEvents {
  static final SourceName SOURCE = new SourceName("erp");

  private static final String INSERT =
      """
      insert into event (id, source_id, event_id, type, machine, entity_key, lane, sequence,
        occurred_at, received_at, headers, body, body_sha256, matched_secret, fault, fault_detail,
        request_id, config_revision)
      values (?, (select source_id from source where name = 'erp'), ?, ?, ?, ?, ?, ?, null, now(),
        '[]', ?, ?, 'current:1', ?, ?, 'r', 1)
      """;

  private final EventIds ids = new EventIds(InstantSource.system(), new SplittableRandom(7));

  InboundEvent event(String type, @Nullable String key) {
    return event(type, key, null, null);
  }

  InboundEvent event(
      String type, @Nullable String key, @Nullable Long sequence, @Nullable Fault fault) {
    return event(ids.next(), type, key, sequence, fault);
  }

  static InboundEvent event(
      EventId id,
      String type,
      @Nullable String key,
      @Nullable Long sequence,
      @Nullable Fault fault) {
    EntityRef entity = key == null ? null : new EntityRef("order", key);
    RawBody body = new RawBody("{\"n\":1}".getBytes(StandardCharsets.UTF_8));
    return new InboundEvent(
        id,
        SOURCE,
        "evt-" + id,
        type,
        null,
        entity,
        entity == null ? Lane.of(id) : Lane.of(entity),
        sequence,
        null,
        Instant.now(),
        null,
        Headers.NONE,
        body,
        body.sha256(),
        "current:1",
        fault,
        Set.of(),
        "r",
        1);
  }

  /** Commits them in one transaction. */
  static void store(Database database, List<InboundEvent> events) {
    database.run(
        Pool.INTAKE,
        tx -> {
          source(tx);
          insert(tx, events);
        });
  }

  private static void source(Tx tx) {
    try (PreparedStatement statement =
        tx.connection()
            .prepareStatement("insert into source (name) values ('erp') on conflict do nothing")) {
      statement.executeUpdate();
    } catch (SQLException e) {
      throw DatabaseException.of("source", e);
    }
  }

  private static void insert(Tx tx, List<InboundEvent> events) {
    try (PreparedStatement statement = tx.connection().prepareStatement(INSERT)) {
      for (InboundEvent event : events) {
        EntityRef entity = event.entity();
        Fault fault = event.fault();
        statement.setObject(1, event.id().value());
        statement.setString(2, event.eventId());
        statement.setString(3, event.type());
        statement.setString(4, entity == null ? null : entity.machine());
        statement.setString(5, entity == null ? null : entity.key());
        statement.setInt(6, event.lane().number());
        statement.setObject(7, event.sequence());
        statement.setBytes(8, event.body().bytes());
        statement.setBytes(9, event.bodySha256());
        statement.setString(10, fault == null ? null : fault.code().name());
        statement.setString(11, fault == null ? null : fault.detail());
        statement.addBatch();
      }
      int[] unused = statement.executeBatch();
    } catch (SQLException e) {
      throw DatabaseException.of("events", e);
    }
  }
}
