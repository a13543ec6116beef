package dev.gatehouse.deliver.worker;

import dev.gatehouse.db.DatabaseException;
import dev.gatehouse.db.Tx;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.ErrorCode;
import dev.gatehouse.event.Lane;
import dev.gatehouse.process.outbox.Outbox;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Gives up what is on its way to a destination that is no longer configured.
 *
 * <p>Only after a while: during a rolling change of the configuration a node may not know yet, or
 * no longer, what another one does. A destination that comes back within that time goes on as if
 * nothing had been; later, its dead letters can be re-run.
 */
final class GoneDestinations {
  private static final int BATCH = 200;
  private static final String WHY = "the destination is no longer configured";

  // A loose scan of delivery_destination_idx: one step for each name, however many deliveries.
  private static final String NAMES =
      """
      with recursive names as (
        (select destination from delivery order by destination limit 1)
        union all
        select (
          select d.destination from delivery d where d.destination > names.destination
          order by d.destination limit 1)
        from names where names.destination is not null
      )
      select destination from names where destination is not null
      """;

  private final Outbox outbox;
  private final Results results;
  private final Duration patience;

  /** When each was first missed; used by one thread. */
  private final Map<DestinationName, Instant> missing = new HashMap<>();

  GoneDestinations(Outbox outbox, Results results, Duration patience) {
    this.outbox = outbox;
    this.results = results;
    this.patience = patience;
  }

  /** Gives up one batch for each that has been gone for long enough; returns how many in all. */
  int runOnce(Tx tx, Set<DestinationName> configured, Set<Lane> lanes, Instant now) {
    List<DestinationName> names = names(tx);
    missing.keySet().retainAll(names);
    missing.keySet().removeAll(configured);
    int given = 0;
    for (DestinationName each : names) {
      if (!configured.contains(each)
          && !now.isBefore(missing.computeIfAbsent(each, name -> now).plus(patience))) {
        given += giveUp(tx, each, lanes, now);
      }
    }
    return given;
  }

  private int giveUp(Tx tx, DestinationName name, Set<Lane> lanes, Instant now) {
    List<Work> works = new ArrayList<>(Retries.claimAll(tx, outbox, name, lanes, BATCH));
    outbox.pending(tx, name, lanes, null, BATCH).forEach(each -> works.add(Work.first(each)));
    if (works.isEmpty()) {
      boolean unused = outbox.moveMark(tx, name, Rounds.LONGEST_WRITE);
      return 0;
    }
    return results
        .write(tx, works.stream().map(work -> entry(work, now)).toList())
        .counted()
        .size();
  }

  private static Entry entry(Work work, Instant now) {
    return new Entry(
        null,
        work,
        new Entry.Try(work.number() + 1, now, "rejected", true, null, WHY, 0),
        new Entry.After.Dead(
            ErrorCode.DESTINATION_GONE, WHY, work.attempts(), work.firstAttemptAt()),
        null);
  }

  private static List<DestinationName> names(Tx tx) {
    List<DestinationName> names = new ArrayList<>();
    try (PreparedStatement select = tx.connection().prepareStatement(NAMES);
        ResultSet rows = select.executeQuery()) {
      while (rows.next()) {
        names.add(new DestinationName(rows.getString(1)));
      }
    } catch (SQLException e) {
      throw DatabaseException.of("reading the names of destinations", e);
    }
    return names;
  }
}
