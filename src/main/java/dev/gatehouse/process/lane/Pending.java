package dev.gatehouse.process.lane;

import dev.gatehouse.db.DatabaseException;
import dev.gatehouse.db.Tx;
import dev.gatehouse.event.EventId;
import dev.gatehouse.event.InboundEvent;
import dev.gatehouse.event.Lane;
import dev.gatehouse.receive.journal.EventReader;
import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Finds events that have no verdict and do not wait.
 *
 * <p>Both statements are written so that no statistics, and no lack of them, can turn them into a
 * join over all outcomes there ever were: as anti-joins they were, and a sweep took a quarter of a
 * second with 60,000 events stored.
 */
final class Pending {
  /** How many times as many events are looked at as may be taken, where most have their verdict. */
  private static final int LOOK_AHEAD = 4;

  /** A page with less than this part of what it may hold is followed by a wide look. */
  private static final int SPARSE = 8;

  // Leans on event_lane_idx (lane, id), walked upwards and no further than the limit, and on one
  // probe of outcome_pk and parked_pk for each.
  static final String PAGE =
      """
      with seen as materialized (
        select id from event where lane = ? and id > ? order by id limit ?
      )
      select id,
        (select 1 from outcome o where o.event = seen.id and o.run = 0 limit 1) is null
        and (select 1 from parked p where p.event = seen.id limit 1) is null as pending
      from seen
      order by id
      """;

  // Reads a range of event_pk and the same range of outcome_pk, for all lanes at once: by far
  // cheaper than a probe for each event where next to all have their verdict.
  static final String LEFT_OVER =
      """
      (select id, lane from event where id > ? and id <= ? and lane = any (?::int2[])
       except all
       select event, lane from outcome where event > ? and event <= ? and run = 0)
      except all
      select event, lane from parked where event > ? and event <= ?
      """;

  private final EventReader events;

  Pending(EventReader events) {
    this.events = events;
  }

  /**
   * A page of a lane.
   *
   * @param events that have no verdict and do not wait, in the order of their ids
   * @param last up to which nothing is left out; null when there was nothing at all
   * @param full whether there may be more above
   * @param sparse whether next to all that was looked at had its verdict
   */
  record Page(List<InboundEvent> events, @Nullable EventId last, boolean full, boolean sparse) {}

  /**
   * Looks from above that event on; takes at most {@code limit}.
   *
   * @param wide whether to look at more than may be taken. Costs a probe for each, so not in the
   *     middle of a backlog
   */
  Page page(Tx tx, Lane lane, EventId above, int limit, boolean wide) {
    int window = wide ? limit * LOOK_AHEAD : limit;
    List<EventId> pending = new ArrayList<>();
    EventId last = null;
    int seen = 0;
    boolean cut = false;
    try (PreparedStatement select = tx.connection().prepareStatement(PAGE)) {
      select.setInt(1, lane.number());
      select.setObject(2, above.value());
      select.setInt(3, window);
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          seen++;
          boolean open = row.getBoolean(2);
          if (open && pending.size() == limit) {
            cut = true;
            break;
          }
          last = new EventId(row.getObject(1, UUID.class));
          if (open) {
            pending.add(last);
          }
        }
      }
    } catch (SQLException e) {
      throw DatabaseException.of("pending events of lane " + lane.number(), e);
    }
    boolean sparse = pending.size() * SPARSE < limit;
    return new Page(events.byIds(tx, pending), last, cut || seen == window, sparse);
  }

  /** What is left over between two events in these lanes, whatever number that is. */
  Map<Lane, List<EventId>> leftOver(Tx tx, Collection<Lane> lanes, UUID above, UUID upTo) {
    try (PreparedStatement select = tx.connection().prepareStatement(LEFT_OVER)) {
      Array numbers =
          tx.connection()
              .createArrayOf("int2", lanes.stream().map(lane -> (short) lane.number()).toArray());
      select.setObject(1, above);
      select.setObject(2, upTo);
      select.setArray(3, numbers);
      select.setObject(4, above);
      select.setObject(5, upTo);
      select.setObject(6, above);
      select.setObject(7, upTo);
      Map<Lane, List<EventId>> found = new HashMap<>();
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          found
              .computeIfAbsent(new Lane(row.getInt(2)), lane -> new ArrayList<>())
              .add(new EventId(row.getObject(1, UUID.class)));
        }
      }
      return found;
    } catch (SQLException e) {
      throw DatabaseException.of("looking over " + lanes.size() + " lanes", e);
    }
  }
}
