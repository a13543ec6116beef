package dev.gatehouse.process.lane;

import dev.gatehouse.db.Database;
import dev.gatehouse.db.Pool;
import dev.gatehouse.event.EventId;
import dev.gatehouse.event.EventIds;
import dev.gatehouse.event.Lane;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Looks, for all lanes that live from what is handed over, whether something was missed, and moves
 * their low-water marks. A lane with something left over is swept on its own.
 */
final class Patrol {
  /** Younger events may just be on their way. */
  private static final Duration ON_ITS_WAY = Duration.ofSeconds(2);

  /** A mark that is further behind is the lane's own affair. */
  private static final Duration FAR_BEHIND = Duration.ofMinutes(5);

  private final Database database;
  private final Pending pending;
  private final Duration safetyAge;
  private final Consumer<OwnedLane> sweep;

  /**
   * @param sweep starts the sweep of a lane
   */
  Patrol(Database database, Pending pending, Duration safetyAge, Consumer<OwnedLane> sweep) {
    this.database = database;
    this.pending = pending;
    this.safetyAge = safetyAge;
    this.sweep = sweep;
  }

  /**
   * One round.
   *
   * @param databaseTime about now, by the database's clock, and not later
   */
  void walk(List<OwnedLane> lanes, Instant databaseTime) {
    EventId upTo = new EventId(EventIds.floor(databaseTime.minus(ON_ITS_WAY)));
    EventId farBehind = new EventId(EventIds.floor(databaseTime.minus(FAR_BEHIND)));
    List<OwnedLane> live = new ArrayList<>();
    EventId from = upTo;
    for (OwnedLane lane : lanes) {
      EventId low = new EventId(lane.lowWater());
      if (lane.progress().busySweeping()) {
        continue;
      }
      if (low.compareTo(farBehind) < 0) {
        sweep.accept(lane);
      } else if (low.compareTo(upTo) < 0) {
        live.add(lane);
        from = low.compareTo(from) < 0 ? low : from;
      }
    }
    if (!live.isEmpty()) {
      look(live, from, upTo, databaseTime);
    }
  }

  private void look(List<OwnedLane> live, EventId from, EventId upTo, Instant databaseTime) {
    List<Lane> numbers = live.stream().map(OwnedLane::lane).toList();
    Map<Lane, List<EventId>> left =
        database.transaction(
            Pool.WORK, tx -> pending.leftOver(tx, numbers, from.value(), upTo.value()));
    EventId safe = new EventId(EventIds.floor(databaseTime.minus(safetyAge)));
    UUID settled = (safe.compareTo(upTo) < 0 ? safe : upTo).value();
    for (OwnedLane lane : live) {
      List<EventId> missed = left.getOrDefault(lane.lane(), List.of());
      if (missed.isEmpty()) {
        lane.progress().raise(settled);
      } else if (!lane.handOff().holdsAll(missed)) {
        sweep.accept(lane);
      }
    }
  }
}
