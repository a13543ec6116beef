package dev.gatehouse.deliver.worker;

import dev.gatehouse.db.Database;
import dev.gatehouse.db.DatabaseException;
import dev.gatehouse.db.Pool;
import dev.gatehouse.deliver.DestinationSettings;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.EntityRef;
import dev.gatehouse.event.Lane;
import dev.gatehouse.process.outbox.DeliveryId;
import dev.gatehouse.process.outbox.Outbox;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What has to be looked at again and again: settings, lanes, what is due, and the slow sweeps that
 * mend whatever was missed. One thread.
 */
final class Rounds {
  /** Longer than a transaction that writes deliveries can last. */
  static final Duration LONGEST_WRITE = Duration.ofSeconds(15);

  private static final Logger LOG = LoggerFactory.getLogger(Rounds.class);
  private static final Duration SPARE = Duration.ofSeconds(10);
  private static final Duration REFUSED = Duration.ofMillis(200);

  private final Database database;
  private final Outbox outbox;
  private final Lines lines;
  private final Supplier<Set<Lane>> owned;
  private final GoneDestinations gone;
  private final InstantSource clock;

  /** Lanes whose held entities are known, so that their deliveries may go. */
  private Set<Lane> ready = Set.of();

  private final Every marks = new Every(Duration.ofSeconds(2));
  private final Every sweep = new Every(Duration.ofSeconds(5));
  private final Every look = new Every(Duration.ofSeconds(30));
  private final Every farewell = new Every(Duration.ofSeconds(5));

  Rounds(
      Database database,
      Outbox outbox,
      Lines lines,
      Supplier<Set<Lane>> owned,
      GoneDestinations gone,
      InstantSource clock) {
    this.database = database;
    this.outbox = outbox;
    this.lines = lines;
    this.owned = owned;
    this.gone = gone;
    this.clock = clock;
  }

  /** One round; a database that is away ends it early, and the next begins anew. */
  void runOnce() {
    try {
      lines.follow();
      lanes();
      retries();
      Instant now = clock.instant();
      if (marks.isDue(now)) {
        marks();
      }
      if (sweep.isDue(now)) {
        release();
        clear();
      }
      if (look.isDue(now)) {
        lines.all().forEach(Line::lookAgain);
      }
      if (farewell.isDue(now) && !ready.isEmpty()) {
        farewell(now);
      }
    } catch (DatabaseException e) {
      LOG.warn("round of deliveries broken off: SQL state {}", e.sqlState());
    }
  }

  /**
   * Lost lanes stop at once. Those gained, and all lanes of a destination that is new, may go when
   * it is known which entities are held in them.
   */
  private void lanes() {
    Set<Lane> now = Set.copyOf(owned.get());
    if (!now.containsAll(ready)) {
      Set<Lane> kept = new HashSet<>(ready);
      kept.retainAll(now);
      ready = Set.copyOf(kept);
      lines.all().forEach(line -> line.setLanes(ready, Set.of()));
    }
    List<Line> unready = lines.all().stream().filter(line -> !line.hasLanes(now)).toList();
    if (!unready.isEmpty()) {
      Map<DestinationName, Set<EntityRef>> held =
          database.transaction(Pool.WORK, tx -> Order.held(tx, now));
      unready.forEach(line -> line.setLanes(now, held.getOrDefault(line.name(), Set.of())));
    }
    ready = now;
  }

  private void retries() {
    List<DeliveryId> back = new ArrayList<>();
    Set<DestinationName> due = due();
    for (Line line : lines.all()) {
      line.tick(due.contains(line.name()));
      int room = due.contains(line.name()) ? line.roomForRetries() : 0;
      if (room > 0) {
        back.addAll(line.takeRetries(claim(line, room)));
      }
      back.addAll(line.takeGiveBacks());
    }
    if (!back.isEmpty()) {
      database.run(Pool.WORK, tx -> Retries.giveBack(tx, back, REFUSED));
    }
  }

  private Set<DestinationName> due() {
    List<DestinationName> names = lines.all().stream().map(Line::name).toList();
    return names.isEmpty() || ready.isEmpty()
        ? Set.of()
        : database.transaction(Pool.WORK, tx -> Retries.due(tx, names, ready));
  }

  private List<Work> claim(Line line, int room) {
    Duration lease = lease(line.settings());
    return database.transaction(
        Pool.WORK, tx -> Retries.claim(tx, outbox, line.name(), ready, room, lease));
  }

  /** So long an attempt may take, with all that comes before and after it. */
  static Duration lease(DestinationSettings settings) {
    return settings.target().timeout().plus(SPARE);
  }

  private void marks() {
    for (Line line : lines.all()) {
      if (line.takeActive()) {
        database.run(
            Pool.WORK,
            tx -> {
              boolean unused = outbox.moveMark(tx, line.name(), LONGEST_WRITE);
            });
      }
    }
  }

  private void release() {
    int released = database.transaction(Pool.WORK, tx -> Order.releaseIn(tx, ready));
    if (released > 0) {
      LOG.debug("{} deliveries let go that stood behind", released);
    }
  }

  /** Entities whose dead letter was closed, here or elsewhere, stand free again. */
  private void clear() {
    Map<Line, Map<EntityRef, Long>> held = new HashMap<>();
    Set<Order.Queue> queues = new HashSet<>();
    for (Line line : lines.all()) {
      Map<EntityRef, Long> marks = line.held();
      held.put(line, marks);
      marks.keySet().forEach(entity -> queues.add(new Order.Queue(line.name(), entity)));
    }
    if (queues.isEmpty()) {
      return;
    }
    Set<Order.Queue> clear = database.transaction(Pool.WORK, tx -> Order.clear(tx, queues));
    held.forEach(
        (line, marks) -> {
          marks.keySet().removeIf(entity -> !clear.contains(new Order.Queue(line.name(), entity)));
          line.clear(marks);
        });
  }

  private void farewell(Instant now) {
    int given = database.transaction(Pool.WORK, tx -> gone.runOnce(tx, lines.names(), ready, now));
    if (given > 0) {
      LOG.warn("{} deliveries given up: their destination is no longer configured", given);
    }
  }

  /** Says now and then that it is time. */
  private static final class Every {
    private final Duration span;
    private Instant next = Instant.EPOCH;

    Every(Duration span) {
      this.span = span;
    }

    boolean isDue(Instant now) {
      if (now.isBefore(next)) {
        return false;
      }
      next = now.plus(span);
      return true;
    }
  }
}
