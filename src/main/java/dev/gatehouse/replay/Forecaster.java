package dev.gatehouse.replay;

import dev.gatehouse.db.Tx;
import dev.gatehouse.deadletter.triage.Status;
import dev.gatehouse.deadletter.triage.StatusFlow;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.EventId;
import dev.gatehouse.event.InboundEvent;
import dev.gatehouse.process.lane.ProcessSettings;
import dev.gatehouse.process.lane.Rehearsal;
import dev.gatehouse.process.lane.Rehearsed;
import dev.gatehouse.receive.journal.EventReader;
import dev.gatehouse.replay.plan.ReplayState;
import dev.gatehouse.replay.plan.Skip;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Says of each item what would become of it, by doing everything but the writing. A few hundred at
 * a time, each entity whole within one transaction, so that its items meet one another.
 */
final class Forecaster {
  private static final int AT_A_TIME = 200;

  // Up to the end of the entity that the last one belongs to: a chain lies together.
  private static final String NEXT =
      "select "
          + Items.COLUMNS
          + """
          , l.status, l.recurring, l.code, o.verdict, p.event is not null as parked,
            d.event is not null as dead
          from replay_item i
          left join dead_letter l on l.id = i.dead_letter
          left join lateral (
            select verdict from outcome where event = i.event order by run desc limit 1
          ) o on true
          left join parked p on p.event = i.event
          left join lateral (
            select event from dead_letter
            where event = i.event and delivery is null and status not in ('replayed', 'closed')
            limit 1
          ) d on true
          where i.replay = ? and i.position > ? and i.position <= coalesce((
            select e.position from replay_item e
            where e.replay = ? and e.position >= ? and e.next_position is null
            order by e.position limit 1), i.position)
          order by i.position
          """;

  private static final String WRITE =
      """
      update replay_item i
      set forecast = u.word, forecast_reason = u.reason, forecast_to = u.destinations,
        forecast_differs = u.differs
      from unnest(?::int4[], ?::text[], ?::text[], ?::text[], ?::bool[])
        as u (position, word, reason, destinations, differs)
      where i.replay = ? and i.position = u.position
      """;

  private final EventReader events;
  private final Supplier<ProcessSettings> settings;
  private final Supplier<Set<DestinationName>> destinations;

  Forecaster(
      EventReader events,
      Supplier<ProcessSettings> settings,
      Supplier<Set<DestinationName>> destinations) {
    this.events = events;
    this.settings = settings;
    this.destinations = destinations;
  }

  private record Candidate(
      Item item,
      @Nullable Status status,
      boolean recurring,
      @Nullable String before,
      boolean hasVerdict,
      boolean parked,
      boolean dead) {}

  /** Forecasts the next ones; after the last one the replay goes on to its next state. */
  void step(Tx tx, Replay replay) {
    List<Candidate> next = next(tx, replay);
    if (!next.isEmpty()) {
      write(tx, replay, next, forecasts(tx, replay, next));
      ReplayTable.forecastUpTo(tx, replay, next.getLast().item().position());
      return;
    }
    ReplayState to = replay.dryRun() ? ReplayState.FORECAST : ReplayState.AWAITING_APPROVAL;
    boolean unused = ReplayTable.move(tx, replay, to, null, null);
  }

  private Map<Integer, Forecast> forecasts(Tx tx, Replay replay, List<Candidate> all) {
    Map<EventId, InboundEvent> bodies = new HashMap<>();
    events
        .byIds(tx, all.stream().map(each -> each.item().event()).distinct().toList())
        .forEach(event -> bodies.put(event.id(), event));
    Rehearsal rehearsal = new Rehearsal(tx, events, settings.get(), ReplayTable.now(tx));
    Map<Integer, Forecast> forecasts = new HashMap<>();
    Map<EventId, Integer> played = new HashMap<>();
    Set<Integer> neverTheirTurn = new HashSet<>();
    for (List<Candidate> round : rounds(all)) {
      List<InboundEvent> toPlay = new ArrayList<>();
      for (Candidate each : round) {
        int position = each.item().position();
        InboundEvent event = bodies.get(each.item().event());
        Optional<Forecast> known =
            neverTheirTurn.contains(position)
                ? Optional.of(Forecast.skip(Skip.PREDECESSOR_FAILED))
                : withoutPlaying(replay, each, event != null);
        known.ifPresentOrElse(
            forecast -> forecasts.put(position, forecast),
            () -> {
              played.put(each.item().event(), position);
              toPlay.add(Objects.requireNonNull(event));
            });
      }
      for (Rehearsed result : rehearsal.play(toPlay)) {
        Integer position = played.get(result.event());
        if (position != null) {
          forecasts.put(position, Forecast.of(result));
        }
      }
      round.stream()
          .map(Candidate::item)
          .filter(item -> item.next() != null)
          .filter(item -> !forecast(forecasts, item).letsFollowersGo())
          .forEach(item -> neverTheirTurn.add(Objects.requireNonNull(item.next())));
    }
    return forecasts;
  }

  private static Forecast forecast(Map<Integer, Forecast> forecasts, Item item) {
    return Objects.requireNonNull(forecasts.get(item.position()));
  }

  /** The first ones of all entities, then the second ones, and so on. */
  private static List<List<Candidate>> rounds(List<Candidate> all) {
    List<List<Candidate>> rounds = new ArrayList<>();
    int rank = 0;
    for (Candidate each : all) {
      if (rank == rounds.size()) {
        rounds.add(new ArrayList<>());
      }
      rounds.get(rank).add(each);
      rank = each.item().next() == null ? 0 : rank + 1;
    }
    return rounds;
  }

  /** What is clear without folding: items that would be skipped, and deliveries. */
  private Optional<Forecast> withoutPlaying(Replay replay, Candidate each, boolean kept) {
    String destination = each.item().destination();
    if (!kept) {
      return Optional.of(Forecast.skip(Skip.EVENT_GONE));
    }
    if (destination != null && !destinations.get().contains(new DestinationName(destination))) {
      return Optional.of(Forecast.skip(Skip.DESTINATION_GONE));
    }
    Optional<Skip> skip =
        switch (replay.subject()) {
          case DEAD_LETTERS -> deadLetter(each);
          case EVENTS -> event(each);
          case DELIVERIES -> Optional.empty();
        };
    return skip.map(Forecast::skip)
        .or(
            () ->
                Optional.ofNullable(destination)
                    .map(name -> new Forecast(Forecast.DELIVER, null, name)));
  }

  private static Optional<Skip> deadLetter(Candidate each) {
    Status status = each.status();
    if (status == null) {
      return Optional.of(Skip.EVENT_GONE);
    }
    if (!status.isOpen()) {
      return Optional.of(status == Status.CLOSED ? Skip.CLOSED : Skip.ALREADY_REPLAYED);
    }
    return StatusFlow.mayRerun(status, each.recurring())
        ? Optional.empty()
        : Optional.of(Skip.RECURRING);
  }

  private static Optional<Skip> event(Candidate each) {
    if (each.dead()) {
      return Optional.of(Skip.DEAD_LETTER_OPEN);
    }
    return each.hasVerdict() && !each.parked() ? Optional.empty() : Optional.of(Skip.UNDER_WAY);
  }

  private static List<Candidate> next(Tx tx, Replay replay) {
    return Query.list(
        tx,
        "choosing items to forecast",
        NEXT,
        row -> {
          String status = row.getString("status");
          String code = row.getString("code");
          String verdict = row.getString("verdict");
          Item item = Items.read(row);
          return new Candidate(
              item,
              status == null ? null : Status.parse(status).orElseThrow(),
              row.getBoolean("recurring"),
              before(replay, code, verdict),
              verdict != null,
              row.getBoolean("parked"),
              row.getBoolean("dead"));
        },
        replay.id().value(),
        replay.forecastUpTo(),
        replay.id().value(),
        replay.forecastUpTo() + AT_A_TIME);
  }

  private static @Nullable String before(
      Replay replay, @Nullable String code, @Nullable String verdict) {
    return switch (replay.subject()) {
      case DEAD_LETTERS -> code;
      case EVENTS -> verdict;
      case DELIVERIES -> "delivered";
    };
  }

  private static void write(
      Tx tx, Replay replay, List<Candidate> all, Map<Integer, Forecast> forecasts) {
    int unused =
        Query.update(
            tx,
            "writing forecasts",
            WRITE,
            all.stream().map(each -> each.item().position()).toArray(Integer[]::new),
            all.stream()
                .map(each -> forecast(forecasts, each.item()).word())
                .toArray(String[]::new),
            all.stream()
                .map(each -> forecast(forecasts, each.item()).reason())
                .toArray(String[]::new),
            all.stream().map(each -> forecast(forecasts, each.item()).to()).toArray(String[]::new),
            all.stream()
                .map(each -> forecast(forecasts, each.item()).differsFrom(each.before()))
                .toArray(Boolean[]::new),
            replay.id().value());
  }
}
