package dev.gatehouse.deliver.worker;

import dev.gatehouse.db.DatabaseException;
import dev.gatehouse.db.Tx;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.Lane;
import dev.gatehouse.process.outbox.DeliveryId;
import dev.gatehouse.process.outbox.Outbox;
import dev.gatehouse.process.outbox.Outgoing;
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
import org.jspecify.annotations.Nullable;

/** Finds and claims what is due again. All times are the database's. */
final class Retries {
  // One probe of retry_due_idx for each destination.
  private static final String DUE =
      """
      select t.destination from unnest(?::text[]) as t (destination)
      where (
        select 1 from retry r
        where r.destination = t.destination and r.state = 'due' and r.next_at <= now()
          and r.lane = any (?::int2[])
        limit 1) is not null
      """;

  /**
   * A claim moves the due time on: a node that dies with it is found out when that has passed.
   * Leans on retry_due_idx (destination, next_at, delivery) where state = 'due'.
   */
  private static final String CLAIM =
      """
      with due as (
        select delivery from retry
        where destination = ? and state = 'due' and next_at <= now() and lane = any (?::int2[])
        order by next_at, delivery
        limit ?
        for update skip locked
      )
      update retry r set next_at = now() + make_interval(secs => ?)
      from due where r.delivery = due.delivery
      returning r.delivery, r.run, r.number, r.attempts, r.first_attempt_at, r.replay
      """;

  /** The same for whatever waits, due or not: for a destination that is gone. */
  private static final String CLAIM_ALL =
      """
      with due as (
        select delivery from retry
        where destination = ? and lane = any (?::int2[])
        order by delivery
        limit ?
        for update skip locked
      )
      update retry r set next_at = now() + make_interval(secs => ?)
      from due where r.delivery = due.delivery
      returning r.delivery, r.run, r.number, r.attempts, r.first_attempt_at, r.replay
      """;

  private static final String GIVE_BACK =
      """
      update retry set next_at = now() + make_interval(secs => ?)
      where delivery = any (?::uuid[]) and state = 'due'
      """;

  private Retries() {}

  /** Which of these destinations have something due in these lanes. */
  static Set<DestinationName> due(
      Tx tx, Collection<DestinationName> destinations, Collection<Lane> lanes) {
    Set<DestinationName> due = new HashSet<>();
    try (PreparedStatement select = tx.connection().prepareStatement(DUE)) {
      select.setArray(
          1,
          tx.connection()
              .createArrayOf("text", destinations.stream().map(DestinationName::value).toArray()));
      select.setArray(2, Order.lanes(tx.connection(), lanes));
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          due.add(new DestinationName(rows.getString(1)));
        }
      }
    } catch (SQLException e) {
      throw DatabaseException.of("asking which retries are due", e);
    }
    return due;
  }

  /** Claims what is due of one destination for so long, in the order of the verdicts. */
  static List<Work> claim(
      Tx tx,
      Outbox outbox,
      DestinationName destination,
      Collection<Lane> lanes,
      int limit,
      Duration lease) {
    return claim(tx, CLAIM, outbox, destination, lanes, limit, lease);
  }

  /** Claims whatever waits of one destination, due or not. */
  static List<Work> claimAll(
      Tx tx, Outbox outbox, DestinationName destination, Collection<Lane> lanes, int limit) {
    return claim(tx, CLAIM_ALL, outbox, destination, lanes, limit, Duration.ofMinutes(1));
  }

  private static List<Work> claim(
      Tx tx,
      String statement,
      Outbox outbox,
      DestinationName destination,
      Collection<Lane> lanes,
      int limit,
      Duration lease) {
    Map<DeliveryId, Claimed> claimed = new HashMap<>();
    try (PreparedStatement update = tx.connection().prepareStatement(statement)) {
      update.setString(1, destination.value());
      update.setArray(2, Order.lanes(tx.connection(), lanes));
      update.setInt(3, limit);
      update.setDouble(4, lease.toMillis() / 1000.0);
      try (ResultSet rows = update.executeQuery()) {
        while (rows.next()) {
          claimed.put(new DeliveryId(rows.getObject(1, UUID.class)), Claimed.of(rows));
        }
      }
    } catch (SQLException e) {
      throw DatabaseException.of("claiming retries of " + destination, e);
    }
    List<Work> work = new ArrayList<>();
    for (Outgoing each : outbox.byIds(tx, claimed.keySet())) {
      Claimed how = claimed.get(each.id());
      if (how != null) {
        work.add(how.work(each));
      }
    }
    return work;
  }

  /** Gives claims back, to be due again after so long. */
  static void giveBack(Tx tx, Collection<DeliveryId> deliveries, Duration after) {
    if (deliveries.isEmpty()) {
      return;
    }
    try (PreparedStatement update = tx.connection().prepareStatement(GIVE_BACK)) {
      update.setDouble(1, after.toMillis() / 1000.0);
      update.setArray(
          2,
          tx.connection()
              .createArrayOf("uuid", deliveries.stream().map(DeliveryId::value).toArray()));
      update.executeUpdate();
    } catch (SQLException e) {
      throw DatabaseException.of("giving back " + deliveries.size() + " retries", e);
    }
  }

  private record Claimed(
      int run, int number, int attempts, @Nullable Instant firstAttemptAt, @Nullable UUID replay) {

    static Claimed of(ResultSet row) throws SQLException {
      Timestamp first = row.getTimestamp("first_attempt_at");
      return new Claimed(
          row.getInt("run"),
          row.getInt("number"),
          row.getInt("attempts"),
          first == null ? null : first.toInstant(),
          row.getObject("replay", UUID.class));
    }

    Work work(Outgoing delivery) {
      return new Work(delivery, run, number, attempts, firstAttemptAt, replay, true);
    }
  }
}
