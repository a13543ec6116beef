package dev.gatehouse.process.lane;

import dev.gatehouse.db.DatabaseException;
import dev.gatehouse.db.Tx;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.EntityRef;
import dev.gatehouse.event.ErrorCode;
import dev.gatehouse.event.EventId;
import dev.gatehouse.event.InboundEvent;
import dev.gatehouse.process.ledger.Entities;
import dev.gatehouse.process.ledger.EntityChange;
import dev.gatehouse.process.ledger.Outcome;
import dev.gatehouse.process.ledger.Outcomes;
import dev.gatehouse.process.ledger.Parked;
import dev.gatehouse.process.ledger.ParkedEvent;
import dev.gatehouse.process.machine.EntityState;
import dev.gatehouse.process.machine.VerdictKind;
import dev.gatehouse.process.outbox.Outgoing;
import dev.gatehouse.receive.journal.EventReader;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
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

/**
 * Runs events again as a lane would, and writes nothing.
 *
 * <p>The same reading, folding and routing as a lane's own; only what a batch writes is left out.
 * What one round does to an entity is remembered for the next, so a creation and an update that are
 * rehearsed in two rounds meet as they would in earnest. Belongs to one transaction.
 */
public final class Rehearsal {
  private static final int TRIES = 1;

  private final Tx tx;
  private final EventReader events;
  private final ProcessSettings settings;
  private final Instant now;
  private final Map<EntityRef, EntityState> states = new HashMap<>();
  private final Map<EntityRef, List<ParkedEvent>> waiting = new HashMap<>();
  private final Set<EntityRef> known = new HashSet<>();

  /**
   * @param now by the database's clock
   */
  public Rehearsal(Tx tx, EventReader events, ProcessSettings settings, Instant now) {
    this.tx = tx;
    this.events = events;
    this.settings = settings;
    this.now = now;
  }

  /**
   * Rehearses one round.
   *
   * @param round events as they are stored; of one entity only one, to keep the order of rounds
   * @return what becomes of these, and of events of earlier rounds that waited for one of these
   */
  public List<Rehearsed> play(List<InboundEvent> round) {
    Map<EventId, Integer> runs = Outcomes.lastRuns(tx, ids(round));
    List<Task> tasks = round.stream().map(event -> task(event, runs)).toList();
    load(tasks);
    Judge judge = new Judge(settings, Prior.of(tx, ids(round)), now, "rehearsal", TRIES);
    Folding folding = new Folding(judge, states, waiting, this::bodies, now, true);
    Decided decided = folding.fold(tasks);
    List<Rehearsed> rehearsed = read(decided);
    remember(decided);
    return rehearsed;
  }

  private Task task(InboundEvent event, Map<EventId, Integer> runs) {
    InboundEvent today = settings.reread(event);
    int run = runs.getOrDefault(event.id(), -1) + 1;
    return Task.parked(
        today,
        new ParkedEvent(
            event.id(), run, event.lane(), today.entity(), ParkedEvent.Reason.RERUN, now, now));
  }

  private void load(List<Task> tasks) {
    Set<EntityRef> fresh = new HashSet<>();
    for (Task task : tasks) {
      EntityRef entity = task.entity();
      if (entity != null && known.add(entity)) {
        fresh.add(entity);
      }
    }
    states.putAll(Entities.load(tx, fresh));
    waiting.putAll(Parked.ofEntities(tx, fresh));
  }

  private List<InboundEvent> bodies(Collection<EventId> wanted) {
    return events.byIds(tx, wanted);
  }

  private List<Rehearsed> read(Decided decided) {
    Map<EventId, ErrorCode> failures = new HashMap<>();
    decided.deadLetters.forEach(letter -> failures.put(letter.event().id(), letter.code()));
    Set<UUID> sent = sent(decided.deliveries);
    Map<EventId, List<DestinationName>> to = new HashMap<>();
    for (Outgoing each : decided.deliveries) {
      if (!sent.contains(each.id().value())) {
        to.computeIfAbsent(each.event().id(), id -> new ArrayList<>()).add(each.destination());
      }
    }
    List<Rehearsed> all = new ArrayList<>();
    for (Outcome outcome : decided.outcomes) {
      all.add(
          new Rehearsed(
              outcome.event(),
              outcome.verdict(),
              false,
              outcome.reason(),
              failures.get(outcome.event()),
              to.getOrDefault(outcome.event(), List.of())));
    }
    for (ParkedEvent.New parked : decided.parked) {
      boolean held = parked.reason() == ParkedEvent.Reason.HELD;
      all.add(new Rehearsed(parked.event(), VerdictKind.DEFERRED, held, null, null, List.of()));
    }
    return all;
  }

  private void remember(Decided decided) {
    for (EntityChange change : decided.entities) {
      states.put(change.entity(), change.after());
    }
    for (Decided.Release release : decided.releases) {
      states.computeIfPresent(release.entity(), (entity, state) -> state.released());
    }
    Set<EventId> gone = new HashSet<>(decided.unparked);
    waiting.replaceAll(
        (entity, list) -> list.stream().filter(each -> !gone.contains(each.event())).toList());
    for (ParkedEvent.New parked : decided.parked) {
      EntityRef entity = parked.entity();
      if (entity != null && parked.reason() == ParkedEvent.Reason.DEFERRED) {
        List<ParkedEvent> longer = new ArrayList<>(waiting.getOrDefault(entity, List.of()));
        longer.add(
            new ParkedEvent(
                parked.event(), parked.run(), parked.lane(), entity, parked.reason(), now, null));
        waiting.put(entity, longer);
      }
    }
  }

  private static List<EventId> ids(List<InboundEvent> round) {
    return round.stream().map(InboundEvent::id).toList();
  }

  /** Those of these deliveries that exist: a finished step is not repeated. */
  private Set<UUID> sent(List<Outgoing> deliveries) {
    Set<UUID> found = new HashSet<>();
    if (deliveries.isEmpty()) {
      return found;
    }
    @Nullable Object[] wanted = deliveries.stream().map(each -> each.id().value()).toArray();
    // Leans on delivery_pk.
    try (PreparedStatement select =
        tx.connection().prepareStatement("select id from delivery where id = any (?::uuid[])")) {
      select.setArray(1, tx.connection().createArrayOf("uuid", wanted));
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          found.add(row.getObject(1, UUID.class));
        }
      }
    } catch (SQLException e) {
      throw DatabaseException.of("looking for " + deliveries.size() + " deliveries", e);
    }
    return found;
  }
}
