package dev.gatehouse.deliver.worker;

import dev.gatehouse.db.DatabaseException;
import dev.gatehouse.db.Tx;
import dev.gatehouse.deadletter.DeadLetter;
import dev.gatehouse.deadletter.Released;
import dev.gatehouse.deadletter.Rerun;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.EntityRef;
import dev.gatehouse.process.outbox.DeliveryId;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Gives deliveries another budget of attempts, or lets go what stood behind a dead one. Works in
 * the transaction of whoever decided it; the owner of the lane finds the row when that commits.
 */
public final class Reruns implements Rerun, Released {
  /**
   * The next run of a delivery that has ended. It stands behind what was made before it and is
   * unfinished, and whatever was made after it stands behind it, even if that had been released.
   */
  private static final String AGAIN =
      """
      insert into retry (
        delivery, event, destination, lane, machine, entity_key, ordered, created_at, run, number,
        attempts, state, next_at, replay)
      select r.id, r.event, r.destination, r.lane, r.machine, r.entity_key, r.ordered, r.created_at,
        a.run + 1, 0, 0, 'due', now(), ?
      from delivery r
      join lateral (
        select l.run, l.terminal, l.result from attempt l
        where l.delivery = r.id order by l.run desc, l.number desc limit 1
      ) a on a.terminal
      where r.id = ? and (a.result <> 'delivered' or ?)
      on conflict (delivery) do nothing
      returning destination, machine, entity_key, ordered
      """;

  private static final String LINE_UP =
      """
      update retry r set state = 'behind'
      where r.destination = ? and r.machine = ? and r.entity_key = ? and r.ordered
        and r.state = 'due'
        and exists (
          select 1 from retry b
          where b.destination = r.destination and b.machine = r.machine
            and b.entity_key = r.entity_key and b.ordered and b.created_at < r.created_at)
      """;

  /** What became of the wish. */
  public enum Answer {
    /** It will be tried. */
    DUE,
    /** It has arrived already, is still being tried, or does not exist: nothing was changed. */
    NOTHING_TO_DO
  }

  /** Tries a delivery again whose last run ended without arriving. */
  public Answer again(Tx tx, DeliveryId delivery, @Nullable UUID replay) {
    return again(tx, delivery, replay, false);
  }

  /** Sends a delivery again although it has arrived, under the same idempotency key. */
  public Answer onceMore(Tx tx, DeliveryId delivery, @Nullable UUID replay) {
    return again(tx, delivery, replay, true);
  }

  @Override
  public void rerun(Tx tx, DeadLetter deadLetter, String actor, @Nullable UUID replay) {
    UUID delivery = Objects.requireNonNull(deadLetter.delivery());
    Answer unused = again(tx, new DeliveryId(delivery), replay);
  }

  @Override
  public void released(Tx tx, DeadLetter deadLetter) {
    DestinationName destination = deadLetter.destination();
    EntityRef entity = deadLetter.entity();
    if (destination != null && entity != null) {
      int unused = Order.release(tx, List.of(new Order.Queue(destination, entity)));
    }
  }

  private static Answer again(
      Tx tx, DeliveryId delivery, @Nullable UUID replay, boolean evenIfArrived) {
    try (PreparedStatement insert = tx.connection().prepareStatement(AGAIN)) {
      insert.setObject(1, replay, Types.OTHER);
      insert.setObject(2, delivery.value());
      insert.setBoolean(3, evenIfArrived);
      try (ResultSet row = insert.executeQuery()) {
        if (!row.next()) {
          return Answer.NOTHING_TO_DO;
        }
        if (row.getBoolean("ordered") && row.getString("machine") != null) {
          lineUp(
              tx,
              row.getString("destination"),
              row.getString("machine"),
              row.getString("entity_key"));
        }
        return Answer.DUE;
      }
    } catch (SQLException e) {
      throw DatabaseException.of("re-running delivery " + delivery, e);
    }
  }

  private static void lineUp(Tx tx, String destination, String machine, String key)
      throws SQLException {
    try (PreparedStatement update = tx.connection().prepareStatement(LINE_UP)) {
      update.setString(1, destination);
      update.setString(2, machine);
      update.setString(3, key);
      update.executeUpdate();
    }
  }
}
