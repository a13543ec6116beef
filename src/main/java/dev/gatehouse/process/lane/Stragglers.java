package dev.gatehouse.process.lane;

import dev.gatehouse.db.DatabaseException;
import dev.gatehouse.db.Tx;
import dev.gatehouse.event.EntityRef;
import dev.gatehouse.event.EventId;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/** Events of entities that are about to be folded that nobody has handed over. */
final class Stragglers {
  // Leans on event_entity_idx (machine, entity_key, id), outcome_pk and parked_pk. Scalar
  // subqueries keep the planner from hashing whole tables.
  static final String FIND =
      """
      select e.id
      from unnest(?::text[], ?::text[]) as wanted (machine, entity_key)
      cross join lateral (
        select id from event
        where machine = wanted.machine and entity_key = wanted.entity_key and id > ?
          and id <= ?
          and (select 1 from outcome o where o.event = id and o.run = 0 limit 1) is null
          and (select 1 from parked p where p.event = id limit 1) is null
        order by id
        limit 1000
      ) e
      """;

  private Stragglers() {}

  /** Ids of events of these entities, in that range, that have no verdict and do not wait. */
  static List<EventId> find(Tx tx, Collection<EntityRef> entities, UUID above, UUID upTo) {
    if (entities.isEmpty()) {
      return List.of();
    }
    try (PreparedStatement select = tx.connection().prepareStatement(FIND)) {
      var connection = tx.connection();
      select.setArray(
          1, connection.createArrayOf("text", entities.stream().map(EntityRef::machine).toArray()));
      select.setArray(
          2, connection.createArrayOf("text", entities.stream().map(EntityRef::key).toArray()));
      select.setObject(3, above);
      select.setObject(4, upTo);
      List<EventId> found = new ArrayList<>();
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          found.add(new EventId(row.getObject(1, UUID.class)));
        }
      }
      return found;
    } catch (SQLException e) {
      throw DatabaseException.of("looking for events of other nodes", e);
    }
  }
}
