package dev.gatehouse.process.lane;

import dev.gatehouse.db.DatabaseException;
import dev.gatehouse.db.Tx;
import dev.gatehouse.event.EventId;
import dev.gatehouse.event.Lane;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The SQL of leases. All times are the database's. */
final class LaneTable {
  private final String node;

  /** The node and this start of it: a restarted node must not take its old leases for its own. */
  private final String owner;

  LaneTable(String node, UUID start) {
    this.node = node;
    this.owner = node + "#" + start.toString().substring(0, 8);
  }

  String owner() {
    return owner;
  }

  /** How the database sees the nodes just now. */
  record Nodes(int alive, Instant now) {}

  /** Says that this node is alive. */
  Nodes seen(Tx tx, String version, Duration expiry) {
    return ask(
        tx,
        LaneSql.SEEN,
        statement -> {
          statement.setString(1, node);
          statement.setString(2, version);
          statement.setDouble(3, seconds(expiry));
          try (ResultSet row = statement.executeQuery()) {
            row.next();
            return new Nodes(row.getInt(1), row.getObject(2, OffsetDateTime.class).toInstant());
          }
        });
  }

  /** Ends the leases of an earlier process of this name: it is gone, or this one could not run. */
  int expirePredecessors(Tx tx) {
    return ask(
        tx,
        LaneSql.EXPIRE_PREDECESSORS,
        statement -> {
          statement.setString(1, node + "#");
          statement.setString(2, owner);
          return statement.executeUpdate();
        });
  }

  /** Renews, storing low-water marks on the way; the lanes that are still this node's. */
  Set<Lane> renew(Tx tx, List<Renewal> all, Duration expiry) {
    if (all.isEmpty()) {
      return Set.of();
    }
    return ask(
        tx,
        LaneSql.RENEW,
        statement -> {
          bind(statement, 1, "int2", all, each -> (short) each.lane().number());
          bind(statement, 2, "int8", all, Renewal::epoch);
          bind(statement, 3, "uuid", all, Renewal::lowWater);
          statement.setString(4, owner);
          statement.setDouble(5, seconds(expiry));
          return lanes(statement);
        });
  }

  /** Takes free and expired lanes. Passes over those that another node is just taking. */
  List<Lease> take(Tx tx, int most, Duration expiry) {
    return ask(
        tx,
        LaneSql.TAKE,
        statement -> {
          statement.setInt(1, most);
          statement.setString(2, owner);
          statement.setDouble(3, seconds(expiry));
          List<Lease> taken = new ArrayList<>();
          try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
              UUID marker = rows.getObject(5, UUID.class);
              taken.add(
                  new Lease(
                      new Lane(rows.getInt(1)),
                      rows.getLong(2),
                      rows.getBoolean(3),
                      rows.getObject(4, UUID.class),
                      marker == null ? null : new EventId(marker),
                      rows.getInt(6),
                      rows.getObject(7, OffsetDateTime.class).toInstant()));
            }
          }
          return taken;
        });
  }

  /**
   * Gives a lane back, free for anybody at once.
   *
   * @param clean false while it is still worked carefully: the next owner has to go on so
   */
  boolean giveBack(Tx tx, Renewal lane, boolean clean) {
    return ask(
        tx,
        LaneSql.GIVE_BACK,
        statement -> {
          statement.setBoolean(1, clean);
          statement.setObject(2, lane.lowWater());
          statement.setInt(3, lane.lane().number());
          statement.setString(4, owner);
          statement.setLong(5, lane.epoch());
          return statement.executeUpdate() == 1;
        });
  }

  /**
   * The fence: locks the rows until the commit, so that a lane cannot change hands between this
   * answer and the commit. Asked last, to hold the lock for as short as can be.
   *
   * @return those of the lanes that are this node's, in these epochs
   */
  Set<Lane> hold(Tx tx, Collection<OwnedLane> lanes) {
    List<OwnedLane> all = List.copyOf(lanes);
    return ask(
        tx,
        LaneSql.HOLD,
        statement -> {
          bind(statement, 1, "int2", all, each -> (short) each.lane().number());
          bind(statement, 2, "int8", all, OwnedLane::epoch);
          statement.setString(3, owner);
          return lanes(statement);
        });
  }

  /**
   * Writes down which event is folded next, alone.
   *
   * @param claims how many processes have now been about to fold it; 0 with no event
   * @return false when the lane is no longer this node's
   */
  boolean mark(Tx tx, OwnedLane lane, @Nullable EventId event, int claims) {
    return ask(
        tx,
        LaneSql.MARK,
        statement -> {
          statement.setObject(1, event == null ? null : event.value());
          statement.setInt(2, claims);
          statement.setInt(3, lane.lane().number());
          statement.setString(4, owner);
          statement.setLong(5, lane.epoch());
          return statement.executeUpdate() == 1;
        });
  }

  /** Which of these lanes have waiting events that are due. */
  Set<Lane> withDue(Tx tx, Collection<Lane> lanes) {
    return ask(
        tx,
        LaneSql.WITH_DUE,
        statement -> {
          bind(statement, 1, "int2", List.copyOf(lanes), lane -> (short) lane.number());
          return lanes(statement);
        });
  }

  /**
   * The transaction's time, and whether there was another node lately.
   *
   * @param lately long enough for everything a node stored to be found after it has gone
   */
  Moment moment(Tx tx, Duration lately) {
    return ask(
        tx,
        LaneSql.MOMENT,
        statement -> {
          statement.setString(1, node);
          statement.setDouble(2, seconds(lately));
          try (ResultSet row = statement.executeQuery()) {
            row.next();
            return new Moment(
                row.getObject(1, OffsetDateTime.class).toInstant(), row.getBoolean(2));
          }
        });
  }

  /** A transaction's time, and whether this node is not alone. */
  record Moment(Instant now, boolean others) {}

  /** Takes this node off the list of the living. */
  void leave(Tx tx, Duration expiry) {
    int unused =
        ask(
            tx,
            LaneSql.LEAVE,
            statement -> {
              statement.setDouble(1, seconds(expiry));
              statement.setString(2, node);
              return statement.executeUpdate();
            });
  }

  private Set<Lane> lanes(PreparedStatement statement) throws SQLException {
    Set<Lane> found = new HashSet<>();
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        found.add(new Lane(rows.getInt(1)));
      }
    }
    return found;
  }

  private static <T> void bind(
      PreparedStatement statement, int index, String type, List<T> all, Function<T, Object> part)
      throws SQLException {
    statement.setArray(
        index, statement.getConnection().createArrayOf(type, all.stream().map(part).toArray()));
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }

  private interface Question<T> {
    T ask(PreparedStatement statement) throws SQLException;
  }

  private static <T> T ask(Tx tx, String sql, Question<T> question) {
    try (PreparedStatement statement = tx.connection().prepareStatement(sql)) {
      return question.ask(statement);
    } catch (SQLException e) {
      throw DatabaseException.of("lanes", e);
    }
  }
}
