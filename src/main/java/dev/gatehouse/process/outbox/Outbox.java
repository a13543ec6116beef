package dev.gatehouse.process.outbox;

import dev.gatehouse.db.DatabaseException;
import dev.gatehouse.db.Tx;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.EventId;
import dev.gatehouse.event.InboundEvent;
import dev.gatehouse.event.Lane;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Writes and finds deliveries.
 *
 * <p>Open means: never tried and not waiting in {@code retry}. What is open is found by looking
 * from the low-water mark of its destination on, so the mark may only pass what is finished with,
 * and only times at which no transaction can still be writing.
 */
public final class Outbox {
  private final BiFunction<Tx, Collection<EventId>, List<InboundEvent>> events;

  /** Takes what loads events by their ids, bodies included, in any order. */
  public Outbox(BiFunction<Tx, Collection<EventId>, List<InboundEvent>> events) {
    this.events = events;
  }

  /**
   * Writes the deliveries of first verdicts, within the transaction that holds those.
   *
   * @throws DatabaseException when one is there already: somebody else has reached that verdict
   */
  public void insertNew(Tx tx, List<Outgoing> deliveries) {
    if (deliveries.isEmpty()) {
      return;
    }
    try (PreparedStatement insert = tx.connection().prepareStatement(OutboxSql.INSERT_NEW)) {
      OutboxSql.bind(insert, deliveries);
      insert.executeUpdate();
    } catch (SQLException e) {
      throw DatabaseException.of("inserting " + deliveries.size() + " deliveries", e);
    }
  }

  /**
   * Writes them, within the transaction that holds the verdict. One that is there already stays as
   * it is: the verdict was reached again, and a step that is done is not repeated.
   *
   * @return those that are new, in the order given
   */
  public List<Outgoing> insert(Tx tx, List<Outgoing> deliveries) {
    if (deliveries.isEmpty()) {
      return List.of();
    }
    Set<UUID> written = new HashSet<>();
    try (PreparedStatement insert = tx.connection().prepareStatement(OutboxSql.INSERT)) {
      OutboxSql.bind(insert, deliveries);
      try (ResultSet rows = insert.executeQuery()) {
        while (rows.next()) {
          written.add(rows.getObject(1, UUID.class));
        }
      }
    } catch (SQLException e) {
      throw DatabaseException.of("inserting " + deliveries.size() + " deliveries", e);
    }
    return written.size() == deliveries.size()
        ? deliveries
        : deliveries.stream().filter(each -> written.contains(each.id().value())).toList();
  }

  /**
   * What is open for a destination in these lanes, in the order of the verdicts.
   *
   * @param after the last one of the page before; null for the first page
   * @return at most {@code limit}, with the whole events
   */
  public List<Outgoing> pending(
      Tx tx,
      DestinationName destination,
      Collection<Lane> lanes,
      @Nullable Outgoing after,
      int limit) {
    List<Row> found = new ArrayList<>();
    try (PreparedStatement select = tx.connection().prepareStatement(OutboxSql.PENDING)) {
      select.setString(1, destination.value());
      select.setString(2, destination.value());
      select.setTimestamp(3, Timestamp.from(after == null ? Instant.EPOCH : after.at()));
      select.setObject(4, after == null ? new UUID(0, 0) : after.id().value());
      select.setArray(
          5,
          tx.connection()
              .createArrayOf("int2", lanes.stream().map(lane -> (short) lane.number()).toArray()));
      select.setInt(6, limit);
      read(select, found);
    } catch (SQLException e) {
      throw DatabaseException.of("reading open deliveries of " + destination, e);
    }
    return whole(tx, found);
  }

  /** Those of the given ids that exist, in the order of the verdicts. */
  public List<Outgoing> byIds(Tx tx, Collection<DeliveryId> ids) {
    if (ids.isEmpty()) {
      return List.of();
    }
    List<Row> found = new ArrayList<>();
    try (PreparedStatement select = tx.connection().prepareStatement(OutboxSql.BY_IDS)) {
      select.setArray(
          1, tx.connection().createArrayOf("uuid", ids.stream().map(DeliveryId::value).toArray()));
      read(select, found);
    } catch (SQLException e) {
      throw DatabaseException.of("reading " + ids.size() + " deliveries", e);
    }
    return whole(tx, found);
  }

  /** All deliveries of an event, in the order of the verdicts. */
  public List<Outgoing> deliveriesOf(Tx tx, EventId event) {
    UUID first = OutboxSql.firstOfMillisecond(event);
    List<Row> found = new ArrayList<>();
    try (PreparedStatement select = tx.connection().prepareStatement(OutboxSql.OF_EVENT)) {
      select.setObject(1, first);
      select.setObject(2, OutboxSql.lastOfMillisecond(event));
      select.setObject(3, event.value());
      read(select, found);
    } catch (SQLException e) {
      throw DatabaseException.of("reading the deliveries of event " + event, e);
    }
    return whole(tx, found);
  }

  /**
   * Moves the low-water mark of a destination up to its first open delivery.
   *
   * @param safetyAge longer than any transaction that inserts can last; nothing younger is passed
   * @return whether it moved
   */
  public boolean moveMark(Tx tx, DestinationName destination, Duration safetyAge) {
    try (PreparedStatement move = tx.connection().prepareStatement(OutboxSql.MOVE_MARK)) {
      move.setString(1, destination.value());
      move.setDouble(2, safetyAge.toMillis() / 1000.0);
      return move.executeUpdate() == 1;
    } catch (SQLException e) {
      throw DatabaseException.of("moving the mark of " + destination, e);
    }
  }

  private static void read(PreparedStatement select, List<Row> into) throws SQLException {
    try (ResultSet rows = select.executeQuery()) {
      while (rows.next()) {
        into.add(Row.of(rows));
      }
    }
  }

  private List<Outgoing> whole(Tx tx, List<Row> rows) {
    if (rows.isEmpty()) {
      return List.of();
    }
    Map<EventId, InboundEvent> bodies = new HashMap<>();
    events
        .apply(tx, rows.stream().map(Row::event).distinct().toList())
        .forEach(event -> bodies.put(event.id(), event));
    List<Outgoing> deliveries = new ArrayList<>(rows.size());
    for (Row row : rows) {
      InboundEvent event = bodies.get(row.event());
      // Without its event (dropped by retention) there is nothing to send.
      if (event != null) {
        deliveries.add(row.with(event));
      }
    }
    return deliveries;
  }
}
