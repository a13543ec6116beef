package dev.gatehouse.deliver.worker;

import dev.gatehouse.db.DatabaseException;
import dev.gatehouse.db.Tx;
import dev.gatehouse.deliver.breaker.Circuit;
import dev.gatehouse.event.DestinationName;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The tables {@code circuit} and {@code circuit_change}. Times are the database's. */
final class Circuits {
  // One row with the clock alone when there is no circuit yet.
  private static final String ALL =
      """
      select destination, state, reason, since, probe_at, probe_node, consecutive_failures,
        times_opened, version, t.now
      from (select now() as now) t left join circuit on true
      """;

  private static final String MAKE =
      """
      insert into circuit (destination, state, since) values (?, 'closed', now())
      on conflict (destination) do nothing
      """;

  private static final String LOCK =
      """
      select destination, state, reason, since, probe_at, probe_node, consecutive_failures,
        times_opened, version, now() as now
      from circuit where destination = ? for update
      """;

  private static final String SET =
      """
      update circuit
      set state = ?, reason = ?, since = ?, probe_at = ?, probe_node = ?,
        consecutive_failures = ?, times_opened = ?, version = ?
      where destination = ? and version = ?
      """;

  private static final String REMEMBER =
      """
      insert into circuit_change (destination, version, state, reason, at)
      values (?, ?, ?, ?, now())
      """;

  private static final int REMEMBERED = 500;

  private static final String FORGET =
      "delete from circuit_change where destination = ? and version <= ?";

  private Circuits() {}

  /** Every circuit that ever moved, and the database's clock. */
  record All(Map<DestinationName, Circuit> circuits, Instant now) {}

  static All all(Tx tx) {
    Map<DestinationName, Circuit> circuits = new HashMap<>();
    Instant now = null;
    try (PreparedStatement select = tx.connection().prepareStatement(ALL);
        ResultSet rows = select.executeQuery()) {
      while (rows.next()) {
        now = rows.getTimestamp("now").toInstant();
        String name = rows.getString("destination");
        if (name != null) {
          circuits.put(new DestinationName(name), circuit(rows));
        }
      }
    } catch (SQLException e) {
      throw DatabaseException.of("reading circuits", e);
    }
    return new All(circuits, now == null ? Instant.EPOCH : now);
  }

  /** The circuit after a move, and whether it did move. */
  record Moved(Circuit circuit, boolean changed) {}

  /** Makes a move over the row as it is now; nodes that come together make theirs one by one. */
  static Moved move(Tx tx, DestinationName destination, CircuitMove move) {
    try {
      try (PreparedStatement make = tx.connection().prepareStatement(MAKE)) {
        make.setString(1, destination.value());
        make.executeUpdate();
      }
      Circuit before;
      Instant now;
      try (PreparedStatement lock = tx.connection().prepareStatement(LOCK)) {
        lock.setString(1, destination.value());
        try (ResultSet row = lock.executeQuery()) {
          row.next();
          before = circuit(row);
          now = row.getTimestamp("now").toInstant();
        }
      }
      Optional<Circuit> after = move.from(before, now);
      if (after.isPresent()) {
        set(tx, destination, after.get(), before.version());
        remember(tx, destination, after.get());
      }
      return new Moved(after.orElse(before), after.isPresent());
    } catch (SQLException e) {
      throw DatabaseException.of("moving the circuit of " + destination, e);
    }
  }

  private static void set(Tx tx, DestinationName destination, Circuit to, long expected)
      throws SQLException {
    try (PreparedStatement set = tx.connection().prepareStatement(SET)) {
      set.setString(1, to.state().name().toLowerCase(Locale.ROOT));
      set.setString(2, to.reason());
      set.setTimestamp(3, Timestamp.from(to.since()));
      set.setTimestamp(4, timestamp(to.probeAt()));
      set.setString(5, to.probeNode());
      set.setInt(6, to.failures());
      set.setInt(7, to.timesOpened());
      set.setLong(8, to.version());
      set.setString(9, destination.value());
      set.setLong(10, expected);
      if (set.executeUpdate() != 1) {
        throw new IllegalStateException("the circuit of " + destination + " moved under its lock");
      }
    }
  }

  /** For people who ask later what happened; a circuit that flaps for weeks fills no disk. */
  private static void remember(Tx tx, DestinationName destination, Circuit moved)
      throws SQLException {
    try (PreparedStatement insert = tx.connection().prepareStatement(REMEMBER)) {
      insert.setString(1, destination.value());
      insert.setLong(2, moved.version());
      insert.setString(3, moved.state().name().toLowerCase(Locale.ROOT));
      insert.setString(4, moved.reason());
      insert.executeUpdate();
    }
    try (PreparedStatement delete = tx.connection().prepareStatement(FORGET)) {
      delete.setString(1, destination.value());
      delete.setLong(2, moved.version() - REMEMBERED);
      delete.executeUpdate();
    }
  }

  private static Circuit circuit(ResultSet row) throws SQLException {
    Timestamp probeAt = row.getTimestamp("probe_at");
    return new Circuit(
        Circuit.State.valueOf(row.getString("state").toUpperCase(Locale.ROOT)),
        row.getString("reason"),
        row.getTimestamp("since").toInstant(),
        probeAt == null ? null : probeAt.toInstant(),
        row.getString("probe_node"),
        row.getInt("consecutive_failures"),
        row.getInt("times_opened"),
        row.getLong("version"));
  }

  private static @Nullable Timestamp timestamp(@Nullable Instant at) {
    return at == null ? null : Timestamp.from(at);
  }
}
