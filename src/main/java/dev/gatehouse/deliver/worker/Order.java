package dev.gatehouse.deliver.worker;

import dev.gatehouse.db.DatabaseException;
import dev.gatehouse.db.Tx;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.EntityRef;
import dev.gatehouse.event.Lane;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Holds and releases in the database; see {@link OrderSql}. */
final class Order {
  private Order() {}

  /** An entity towards a destination. */
  record Queue(DestinationName destination, EntityRef entity) {}

  /** Releases what is first of its entity now; returns how many were. */
  static int release(Tx tx, Collection<Queue> queues) {
    if (queues.isEmpty()) {
      return 0;
    }
    try (PreparedStatement update = tx.connection().prepareStatement(OrderSql.RELEASE)) {
      bind(update, queues);
      return update.executeUpdate();
    } catch (SQLException e) {
      throw DatabaseException.of("releasing what stands behind", e);
    }
  }

  /** The same for all entities of some lanes. */
  static int releaseIn(Tx tx, Set<Lane> lanes) {
    try (PreparedStatement update = tx.connection().prepareStatement(OrderSql.RELEASE_IN_LANES)) {
      update.setArray(1, lanes(tx.connection(), lanes));
      return update.executeUpdate();
    } catch (SQLException e) {
      throw DatabaseException.of("releasing what stands behind in " + lanes.size() + " lanes", e);
    }
  }

  /** Those with nothing unfinished. */
  static Set<Queue> clear(Tx tx, Collection<Queue> queues) {
    Set<Queue> clear = new HashSet<>();
    if (queues.isEmpty()) {
      return clear;
    }
    try (PreparedStatement select = tx.connection().prepareStatement(OrderSql.CLEAR)) {
      bind(select, queues);
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          clear.add(queue(rows));
        }
      }
    } catch (SQLException e) {
      throw DatabaseException.of("asking for held entities", e);
    }
    return clear;
  }

  /** All that have something unfinished in some lanes, by destination. */
  static Map<DestinationName, Set<EntityRef>> held(Tx tx, Set<Lane> lanes) {
    Map<DestinationName, Set<EntityRef>> held = new HashMap<>();
    try (PreparedStatement select = tx.connection().prepareStatement(OrderSql.HELD)) {
      Array array = lanes(tx.connection(), lanes);
      select.setArray(1, array);
      select.setArray(2, array);
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          Queue queue = queue(rows);
          held.computeIfAbsent(queue.destination(), each -> new HashSet<>()).add(queue.entity());
        }
      }
    } catch (SQLException e) {
      throw DatabaseException.of("reading held entities of " + lanes.size() + " lanes", e);
    }
    return held;
  }

  static Array lanes(Connection connection, Collection<Lane> lanes) throws SQLException {
    return connection.createArrayOf(
        "int2", lanes.stream().map(lane -> (short) lane.number()).toArray());
  }

  private static void bind(PreparedStatement statement, Collection<Queue> queues)
      throws SQLException {
    ArrayBinder<Queue> to = new ArrayBinder<>(statement, queues);
    to.column("text", queue -> queue.destination().value());
    to.column("text", queue -> queue.entity().machine());
    to.column("text", queue -> queue.entity().key());
  }

  private static Queue queue(ResultSet row) throws SQLException {
    return new Queue(
        new DestinationName(row.getString(1)), new EntityRef(row.getString(2), row.getString(3)));
  }
}
