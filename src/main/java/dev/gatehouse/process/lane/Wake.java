package dev.gatehouse.process.lane;

import dev.gatehouse.db.Database;
import dev.gatehouse.db.DatabaseException;
import dev.gatehouse.db.Pool;
import dev.gatehouse.db.Tx;
import dev.gatehouse.event.Lane;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/**
 * Tells other nodes that there is something for them: collected, and sent in a transaction of its
 * own, because a commit with a notification holds up every other such commit.
 *
 * <p>The payload is three hexadecimal numbers: a bit per lane with new events, a bit per lane with
 * waiting events that are due, and 1 when lanes were freed. Only a hint: whoever misses it polls.
 */
final class Wake {
  static final String CHANNEL = "gatehouse_lanes";

  private final Database database;
  private final AtomicLong events = new AtomicLong();
  private final AtomicLong due = new AtomicLong();
  private final AtomicBoolean freed = new AtomicBoolean();

  Wake(Database database) {
    this.database = database;
  }

  /** What was said; the sets are bits by lane number. */
  record Call(long events, long due, boolean freed) {
    /** Empty for anything that is not a call. */
    static Optional<Call> parse(String payload) {
      String[] parts = payload.split(",", -1);
      if (parts.length != 3) {
        return Optional.empty();
      }
      try {
        return Optional.of(
            new Call(
                Long.parseUnsignedLong(parts[0], 16),
                Long.parseUnsignedLong(parts[1], 16),
                parts[2].equals("1")));
      } catch (NumberFormatException e) {
        return Optional.empty();
      }
    }

    String payload() {
      return Long.toHexString(events) + "," + Long.toHexString(due) + "," + (freed ? "1" : "0");
    }

    static void each(long bits, LongConsumer lane) {
      for (long left = bits; left != 0; left &= left - 1) {
        lane.accept(Long.numberOfTrailingZeros(left));
      }
    }
  }

  void stored(long lanes) {
    events.accumulateAndGet(lanes, (a, b) -> a | b);
  }

  void due(Lane lane) {
    due.accumulateAndGet(bit(lane), (a, b) -> a | b);
  }

  void freed() {
    freed.set(true);
  }

  static long bit(Lane lane) {
    return 1L << lane.number();
  }

  /**
   * Sends what has gathered.
   *
   * @param listeners whether there is anybody to hear it
   */
  void send(boolean listeners) {
    Call call = new Call(events.getAndSet(0), due.getAndSet(0), freed.getAndSet(false));
    if (!listeners || (call.events() == 0 && call.due() == 0 && !call.freed())) {
      return;
    }
    try {
      database.run(Pool.WORK, tx -> notify(tx, call.payload()));
    } catch (DatabaseException e) {
      // Only a hint was lost; they poll.
    }
  }

  private static void notify(Tx tx, String payload) {
    try (PreparedStatement statement = tx.connection().prepareStatement("select pg_notify(?, ?)")) {
      statement.setString(1, CHANNEL);
      statement.setString(2, payload);
      statement.execute();
    } catch (SQLException e) {
      throw DatabaseException.of("waking other nodes", e);
    }
  }
}
