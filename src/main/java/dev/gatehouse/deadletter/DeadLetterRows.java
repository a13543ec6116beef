package dev.gatehouse.deadletter;

import dev.gatehouse.db.DatabaseException;
import dev.gatehouse.db.Tx;
import dev.gatehouse.deadletter.triage.Stage;
import dev.gatehouse.deadletter.triage.Status;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.EntityRef;
import dev.gatehouse.event.ErrorCode;
import dev.gatehouse.event.EventId;
import dev.gatehouse.event.EventIds;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads and changes single rows of {@code dead_letter}, and writes down each change. */
final class DeadLetterRows {
  private static final String COLUMNS =
      "id, event, delivery, destination, machine, entity_key, stage, code, status, owner,"
          + " replay_cycles, recurring, version";

  private static final String FIND = "select " + COLUMNS + " from dead_letter where id = ?";

  // A second writer waits for the first one's row lock, then no longer finds the version it read.
  private static final String SET =
      "update dead_letter set status = ?, owner = ?, version = version + 1,"
          + " updated_at = ?::timestamptz where id = ? and version = ? returning "
          + COLUMNS;

  private static final String RECORD =
      """
      insert into dead_letter_change (id, dead_letter, at, actor, field, before, after, note)
      values (?, ?, ?::timestamptz, ?, ?, ?, ?, ?)
      """;

  private final InstantSource clock;
  private final EventIds ids;

  DeadLetterRows(InstantSource clock, EventIds ids) {
    this.clock = clock;
    this.ids = ids;
  }

  Optional<DeadLetter> find(Tx tx, DeadLetterId id) {
    try (PreparedStatement find = tx.connection().prepareStatement(FIND)) {
      find.setObject(1, id.value());
      return first(find);
    } catch (SQLException e) {
      throw DatabaseException.of("reading dead letter " + id, e);
    }
  }

  /** Empty when the row no longer has the version that {@code before} was read with. */
  Optional<DeadLetter> set(Tx tx, DeadLetter before, Status status, @Nullable String owner) {
    try (PreparedStatement set = tx.connection().prepareStatement(SET)) {
      set.setString(1, status.text());
      set.setString(2, owner);
      set.setString(3, clock.instant().toString());
      set.setObject(4, before.id().value());
      set.setLong(5, before.version());
      return first(set);
    } catch (SQLException e) {
      throw DatabaseException.of("changing dead letter " + before.id(), e);
    }
  }

  void record(
      Tx tx,
      DeadLetterId id,
      String actor,
      String field,
      @Nullable String before,
      @Nullable String after,
      @Nullable String note) {
    try (PreparedStatement record = tx.connection().prepareStatement(RECORD)) {
      record.setObject(1, ids.next().value());
      record.setObject(2, id.value());
      record.setString(3, clock.instant().toString());
      record.setString(4, actor);
      record.setString(5, field);
      record.setString(6, before);
      record.setString(7, after);
      record.setString(8, note);
      record.executeUpdate();
    } catch (SQLException e) {
      throw DatabaseException.of("recording a change of dead letter " + id, e);
    }
  }

  private static Optional<DeadLetter> first(PreparedStatement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery()) {
      return row.next() ? Optional.of(read(row)) : Optional.empty();
    }
  }

  private static DeadLetter read(ResultSet row) throws SQLException {
    String destination = row.getString("destination");
    String machine = row.getString("machine");
    return new DeadLetter(
        new DeadLetterId(row.getObject("id", UUID.class)),
        new EventId(row.getObject("event", UUID.class)),
        row.getObject("delivery", UUID.class),
        destination == null ? null : new DestinationName(destination),
        machine == null ? null : new EntityRef(machine, row.getString("entity_key")),
        Stage.parse(row.getString("stage")).orElseThrow(),
        ErrorCode.valueOf(row.getString("code")),
        Status.parse(row.getString("status")).orElseThrow(),
        row.getString("owner"),
        row.getInt("replay_cycles"),
        row.getBoolean("recurring"),
        row.getLong("version"));
  }
}
