package dev.gatehouse.process.lane;

import dev.gatehouse.db.Tx;
import dev.gatehouse.deadletter.DeadLetters;
import dev.gatehouse.event.EntityRef;
import dev.gatehouse.event.EventId;
import dev.gatehouse.event.Lane;
import dev.gatehouse.process.ledger.Entities;
import dev.gatehouse.process.ledger.Outcome;
import dev.gatehouse.process.ledger.Outcomes;
import dev.gatehouse.process.ledger.Parked;
import dev.gatehouse.process.outbox.Outbox;
import dev.gatehouse.process.outbox.Outgoing;
import dev.gatehouse.receive.journal.EventReader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** One transaction: loads what the events in hand need, folds them, writes what came of it. */
final class Batch {
  private final EventReader events;
  private final Outbox outbox;
  private final DeadLetters deadLetters;
  private final LaneTable table;
  private final String node;
  private final int tries;

  Batch(
      EventReader events,
      Outbox outbox,
      DeadLetters deadLetters,
      LaneTable table,
      String node,
      int tries) {
    this.events = events;
    this.outbox = outbox;
    this.deadLetters = deadLetters;
    this.table = table;
    this.node = node;
    this.tries = tries;
  }

  /**
   * What was written.
   *
   * @param deliveries those that are new
   * @param next the time the next verdict may bear
   */
  record Written(Decided decided, List<Outgoing> deliveries, Instant next) {}

  /** A lane changed hands while its events were folded; nothing of the transaction may stay. */
  static final class Fenced extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient Set<Lane> lanes;

    Fenced(Set<Lane> lanes) {
      super("lanes " + lanes + " have another owner by now", null, false, false);
      this.lanes = lanes;
    }

    Set<Lane> lanes() {
      return lanes;
    }
  }

  /**
   * Folds and writes.
   *
   * @param followers whether events that wait for these are tried again
   * @throws Fenced when one of the lanes is lost
   */
  Written write(Tx tx, List<Haul> hauls, ProcessSettings settings, Instant now, boolean followers) {
    List<Task> tasks = undecided(tx, hauls);
    Judge judge = new Judge(settings, prior(tx, tasks), firstTime(hauls, now), node, tries);
    List<EntityRef> entities = entities(tasks);
    Folding folding =
        new Folding(
            judge,
            Entities.load(tx, entities),
            Parked.ofEntities(tx, entities),
            ids -> events.byIds(tx, ids),
            now,
            followers);
    Decided decided = folding.fold(tasks);
    List<Outgoing> deliveries = write(tx, decided);
    fence(tx, hauls);
    return new Written(decided, deliveries, judge.next());
  }

  private List<Outgoing> write(Tx tx, Decided decided) {
    Outcomes.record(tx, decided.outcomes);
    Entities.save(tx, decided.entities);
    Parked.remove(tx, decided.unparked);
    Parked.park(tx, decided.parked);
    List<Outgoing> deliveries = send(tx, decided);
    deadLetters.open(tx, decided.deadLetters);
    for (Decided.Release release : decided.releases) {
      Entities.release(tx, release.entity(), release.dead());
    }
    return deliveries;
  }

  /** What an event that is run again has gone to before, it does not go to again. */
  private List<Outgoing> send(Tx tx, Decided decided) {
    Set<EventId> again = new HashSet<>();
    for (Outcome outcome : decided.outcomes) {
      if (outcome.run() > 0) {
        again.add(outcome.event());
      }
    }
    if (again.isEmpty()) {
      outbox.insertNew(tx, decided.deliveries);
      return decided.deliveries;
    }
    Map<Boolean, List<Outgoing>> parts =
        decided.deliveries.stream()
            .collect(Collectors.partitioningBy(each -> again.contains(each.event().id())));
    List<Outgoing> first = parts.getOrDefault(false, List.of());
    outbox.insertNew(tx, first);
    Set<Outgoing> written = new HashSet<>(first);
    written.addAll(outbox.insert(tx, parts.getOrDefault(true, List.of())));
    return decided.deliveries.stream().filter(written::contains).toList();
  }

  private void fence(Tx tx, List<Haul> hauls) {
    List<OwnedLane> lanes = hauls.stream().map(haul -> haul.lane).toList();
    Set<Lane> held = table.hold(tx, lanes);
    Set<Lane> lost = new HashSet<>();
    for (OwnedLane lane : lanes) {
      if (!held.contains(lane.lane())) {
        lost.add(lane.lane());
      }
    }
    if (!lost.isEmpty()) {
      throw new Fenced(lost);
    }
  }

  /** All in the order of their ids, each once; without those that have this verdict already. */
  private static List<Task> undecided(Tx tx, List<Haul> hauls) {
    Map<EventId, Task> tasks = new LinkedHashMap<>();
    Set<EventId> doubtful = new LinkedHashSet<>();
    for (Haul haul : hauls) {
      for (Task task : haul.tasks) {
        tasks.putIfAbsent(task.id(), task);
        if (haul.verify) {
          doubtful.add(task.id());
        }
      }
    }
    List<EventId> leftOver = new ArrayList<>();
    Outcomes.lastRuns(tx, doubtful)
        .forEach(
            (id, run) -> {
              Task task = tasks.get(id);
              if (task != null && run >= task.run()) {
                tasks.remove(id);
                if (task.parked() != null) {
                  leftOver.add(id);
                }
              }
            });
    // Parked by one owner of the lane and decided by another, before the fence was.
    Parked.remove(tx, leftOver);
    return tasks.values().stream().sorted(Comparator.comparing(Task::id)).toList();
  }

  private static Map<EventId, Prior> prior(Tx tx, List<Task> tasks) {
    return Prior.of(tx, tasks.stream().filter(Task::isRerun).map(Task::id).toList());
  }

  private static List<EntityRef> entities(List<Task> tasks) {
    Set<EntityRef> entities = new LinkedHashSet<>();
    for (Task task : tasks) {
      EntityRef entity = task.entity();
      if (entity != null) {
        entities.add(entity);
      }
    }
    return List.copyOf(entities);
  }

  private static Instant firstTime(List<Haul> hauls, Instant now) {
    Instant first = now;
    for (Haul haul : hauls) {
      Instant next = haul.lane.progress().next();
      first = next.isAfter(first) ? next : first;
    }
    return first;
  }
}
