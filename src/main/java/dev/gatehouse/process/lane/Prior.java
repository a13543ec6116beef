package dev.gatehouse.process.lane;

import dev.gatehouse.db.DatabaseException;
import dev.gatehouse.db.Tx;
import dev.gatehouse.event.EventId;
import dev.gatehouse.process.machine.EntityState;
import dev.gatehouse.process.machine.Verdict;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A move that an event has made already. When it is run again (a route had no answer the first
 * time), the move stands and only the way on is looked for: a finished step is not repeated.
 */
record Prior(@Nullable String from, @Nullable String to, @Nullable String guard) {
  // Leans on outcome_pk.
  private static final String MOVES =
      """
      select event, from_state, to_state, guard
      from outcome
      where event = any (?::uuid[]) and verdict = 'applied'
      order by event, run
      """;

  /** The last move of each of these events that has made one. */
  static Map<EventId, Prior> of(Tx tx, Collection<EventId> events) {
    if (events.isEmpty()) {
      return Map.of();
    }
    try (PreparedStatement select = tx.connection().prepareStatement(MOVES)) {
      select.setArray(
          1, tx.connection().createArrayOf("uuid", events.stream().map(EventId::value).toArray()));
      Map<EventId, Prior> found = new HashMap<>();
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          found.put(
              new EventId(row.getObject(1, UUID.class)),
              new Prior(row.getString(2), row.getString(3), row.getString(4)));
        }
      }
      return found;
    } catch (SQLException e) {
      throw DatabaseException.of("reading earlier moves", e);
    }
  }

  /** The same verdict once more, leaving the entity as it stands. */
  Verdict verdict(@Nullable EntityState now) {
    return from == null || to == null || now == null
        ? new Verdict.NoMachine()
        : new Verdict.Applied(from, to, guard, now);
  }
}
