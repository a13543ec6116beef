package dev.gatehouse.replay;

import dev.gatehouse.db.Tx;
import dev.gatehouse.deadletter.DeadLetterId;
import dev.gatehouse.deadletter.Decision;
import dev.gatehouse.deadletter.Decisions;
import dev.gatehouse.deadletter.triage.Status;
import dev.gatehouse.deliver.worker.Reruns;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.EntityRef;
import dev.gatehouse.event.EventId;
import dev.gatehouse.event.Lane;
import dev.gatehouse.process.ledger.Outcomes;
import dev.gatehouse.process.ledger.Parked;
import dev.gatehouse.process.outbox.DeliveryId;
import dev.gatehouse.replay.plan.Skip;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Gives items back to the rooms that own their work, in the transaction that writes it down. */
final class Giving {
  private static final String EVENTS =
      """
      select e.id, e.lane, e.machine, e.entity_key,
        exists (select 1 from parked p where p.event = e.id) as parked,
        exists (select 1 from dead_letter l where l.event = e.id and l.delivery is null
          and l.status not in ('replayed', 'closed')) as dead
      from event e where e.id = any (?::uuid[])
      """;

  private static final String RUNS =
      """
      select p.event as work, p.run from parked p where p.event = any (?::uuid[])
      union all
      select r.delivery, r.run from retry r where r.delivery = any (?::uuid[])
      """;

  private final Decisions decisions;
  private final Reruns deliveries;
  private final Supplier<Set<DestinationName>> destinations;

  Giving(Decisions decisions, Reruns deliveries, Supplier<Set<DestinationName>> destinations) {
    this.decisions = decisions;
    this.deliveries = deliveries;
    this.destinations = destinations;
  }

  /** What became of some items; what is in neither list waits for the next time. */
  record Given(List<Item> started, List<Ending> ended) {}

  private record Known(Lane lane, @Nullable EntityRef entity, boolean parked, boolean dead) {}

  /** What giving one back came to. */
  private sealed interface Fate {
    record Back() implements Fate {}

    record Not(Skip why) implements Fate {}

    record Later() implements Fate {}
  }

  Given give(Tx tx, Replay replay, List<Item> items) {
    Map<UUID, Known> known = known(tx, items);
    List<Item> back = new ArrayList<>();
    List<Ending> ended = new ArrayList<>();
    for (Item item : items) {
      switch (fate(tx, replay, item, known.get(item.event().value()))) {
        case Fate.Back b -> back.add(item);
        case Fate.Not not -> ended.add(Ending.skipped(item, not.why()));
        case Fate.Later later -> {}
      }
    }
    List<Item> started = new ArrayList<>();
    Map<UUID, Integer> runs = runs(tx, back);
    for (Item item : back) {
      Integer run = runs.get(work(item));
      if (run == null) {
        ended.add(Ending.skipped(item, Skip.NOTHING_TO_DO));
      } else {
        started.add(item.inRun(run));
      }
    }
    return new Given(started, ended);
  }

  private Fate fate(Tx tx, Replay replay, Item item, @Nullable Known event) {
    if (event == null) {
      return new Fate.Not(Skip.EVENT_GONE);
    }
    String destination = item.destination();
    if (destination != null && !destinations.get().contains(new DestinationName(destination))) {
      return new Fate.Not(Skip.DESTINATION_GONE);
    }
    return switch (replay.subject()) {
      case DEAD_LETTERS -> deadLetter(tx, replay, Objects.requireNonNull(item.deadLetter()));
      case EVENTS -> event(tx, item.event(), event);
      case DELIVERIES -> delivery(tx, replay, Objects.requireNonNull(item.delivery()));
    };
  }

  private Fate deadLetter(Tx tx, Replay replay, UUID id) {
    Decision decision =
        decisions.rerun(
            tx,
            new DeadLetterId(id),
            "replay " + replay.id() + ": " + replay.reason(),
            replay.requestedBy(),
            replay.id().value());
    return switch (decision) {
      case Decision.Done done -> new Fate.Back();
      case Decision.Unknown unknown -> new Fate.Not(Skip.EVENT_GONE);
      case Decision.NeedsReview review -> new Fate.Not(Skip.RECURRING);
      case Decision.Overtaken overtaken -> new Fate.Later();
      case Decision.NotAllowed no ->
          new Fate.Not(no.from() == Status.CLOSED ? Skip.CLOSED : Skip.ALREADY_REPLAYED);
    };
  }

  private static Fate event(Tx tx, EventId id, Known event) {
    if (event.dead()) {
      return new Fate.Not(Skip.DEAD_LETTER_OPEN);
    }
    OptionalInt last = lastRun(tx, id);
    if (event.parked() || last.isEmpty()) {
      return new Fate.Not(Skip.UNDER_WAY);
    }
    return Parked.rerun(tx, id, last.getAsInt() + 1, event.lane(), event.entity())
        ? new Fate.Back()
        : new Fate.Not(Skip.UNDER_WAY);
  }

  private static OptionalInt lastRun(Tx tx, EventId id) {
    return Outcomes.lastRun(tx, id);
  }

  private Fate delivery(Tx tx, Replay replay, UUID id) {
    return switch (deliveries.onceMore(tx, new DeliveryId(id), replay.id().value())) {
      case DUE -> new Fate.Back();
      case NOTHING_TO_DO -> new Fate.Not(Skip.UNDER_WAY);
    };
  }

  private static Map<UUID, Known> known(Tx tx, List<Item> items) {
    Map<UUID, Known> known = new HashMap<>();
    if (!items.isEmpty()) {
      Query.list(
              tx,
              "reading events to give back",
              EVENTS,
              row ->
                  Map.entry(
                      Objects.requireNonNull(Query.uuid(row, "id")),
                      new Known(
                          new Lane(row.getInt("lane")),
                          entity(row.getString("machine"), row.getString("entity_key")),
                          row.getBoolean("parked"),
                          row.getBoolean("dead"))),
              (Object) items.stream().map(item -> item.event().value()).toArray(UUID[]::new))
          .forEach(each -> known.put(each.getKey(), each.getValue()));
    }
    return known;
  }

  private static @Nullable EntityRef entity(@Nullable String machine, @Nullable String key) {
    return machine == null || key == null ? null : new EntityRef(machine, key);
  }

  private static Map<UUID, Integer> runs(Tx tx, List<Item> items) {
    Map<UUID, Integer> runs = new HashMap<>();
    if (!items.isEmpty()) {
      UUID[] work = items.stream().map(Giving::work).toArray(UUID[]::new);
      Query.list(
              tx,
              "reading runs",
              RUNS,
              row -> Map.entry(Objects.requireNonNull(Query.uuid(row, "work")), row.getInt("run")),
              work,
              work)
          .forEach(each -> runs.put(each.getKey(), each.getValue()));
    }
    return runs;
  }

  private static UUID work(Item item) {
    return Optional.ofNullable(item.delivery()).orElse(item.event().value());
  }
}
