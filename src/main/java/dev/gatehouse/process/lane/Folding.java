package dev.gatehouse.process.lane;

import dev.gatehouse.event.EntityRef;
import dev.gatehouse.event.EventId;
import dev.gatehouse.event.InboundEvent;
import dev.gatehouse.process.ledger.EntityChange;
import dev.gatehouse.process.ledger.ParkedEvent;
import dev.gatehouse.process.machine.EntityState;
import dev.gatehouse.process.machine.Machine;
import dev.gatehouse.process.machine.MachineSettings;
import dev.gatehouse.process.machine.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Folds one batch in memory: entity by entity, within an entity in its machine's order, and after
 * each change once more what waits for it.
 */
final class Folding {
  private final Judge judge;
  private final Map<EntityRef, EntityState> states;
  private final Map<EntityRef, List<ParkedEvent>> waiting;
  private final Function<Collection<EventId>, List<InboundEvent>> bodies;
  private final Instant now;
  private final boolean followers;

  /**
   * @param states of those entities of the batch that have one
   * @param waiting what is parked for them
   * @param bodies loads parked events; asked only when an entity has changed
   * @param now by the database's clock
   * @param followers whether waiting events are tried again; not when an event is tried alone
   */
  Folding(
      Judge judge,
      Map<EntityRef, EntityState> states,
      Map<EntityRef, List<ParkedEvent>> waiting,
      Function<Collection<EventId>, List<InboundEvent>> bodies,
      Instant now,
      boolean followers) {
    this.judge = judge;
    this.states = states;
    this.waiting = waiting;
    this.bodies = bodies;
    this.now = now;
    this.followers = followers;
  }

  /** Gives each of them a verdict or a place to wait. */
  Decided fold(List<Task> tasks) {
    Map<EntityRef, List<Task>> byEntity = new LinkedHashMap<>();
    for (Task task : tasks) {
      EntityRef entity = task.entity();
      if (entity == null) {
        judge.settle(task, judge.verdict(task, null));
      } else {
        byEntity.computeIfAbsent(entity, e -> new ArrayList<>()).add(task);
      }
    }
    byEntity.forEach((entity, group) -> new Group(entity, group).fold());
    return judge.decided();
  }

  /** The events of one entity. */
  private final class Group {
    private final EntityRef entity;
    private final @Nullable Machine machine;
    private final EntityState before;
    private EntityState state;
    private final List<Task> todo;

    /** Deferred events of this entity that may be tried again; null: bodies not loaded yet. */
    private @Nullable List<Task> deferred;

    /** Those that have their verdict; what is loaded later may name them again. */
    private final Set<EventId> done = new HashSet<>();

    /** Deferred in this very batch. */
    private final List<Task> fresh = new ArrayList<>();

    Group(EntityRef entity, List<Task> group) {
      this.entity = entity;
      this.machine = judge.machine(group.getFirst().event()).orElse(null);
      this.before =
          states.getOrDefault(
              entity,
              machine == null ? new EntityState("", 0, null, null, null, null) : machine.start());
      this.state = before;
      this.todo = withLetGo(group);
    }

    /** With what stood behind a dead event that holds no longer: it comes before what is new. */
    private List<Task> withLetGo(List<Task> group) {
      Map<EventId, Task> all = new LinkedHashMap<>();
      if (before.heldBy() == null) {
        load(each -> each.reason() == ParkedEvent.Reason.HELD)
            .forEach(task -> all.put(task.id(), task));
      }
      // A fresh one that is parked as well has come twice; what is parked stands.
      List<EventId> parked = parked().stream().map(ParkedEvent::event).toList();
      for (Task task : group) {
        if (task.parked() != null || !parked.contains(task.id())) {
          all.put(task.id(), task);
        }
      }
      List<Task> ordered = new ArrayList<>(all.values());
      ordered.sort(inOrder());
      return ordered;
    }

    void fold() {
      List<Task> lastChance = new ArrayList<>();
      for (Task task : todo) {
        if (waitsInVain(task)) {
          lastChance.add(task);
        } else {
          step(task);
        }
      }
      for (Task task : lastChance) {
        if (stillWaits(task)) {
          expire(task);
        }
      }
      for (Task task : fresh) {
        judge.defer(task, entity);
      }
      if (!state.equals(before)) {
        judge.decided().entities.add(new EntityChange(entity, before, state));
      }
    }

    private boolean waitsInVain(Task task) {
      ParkedEvent parked = task.parked();
      return parked != null
          && parked.reason() == ParkedEvent.Reason.DEFERRED
          && parked.until() != null
          && !parked.until().isAfter(now);
    }

    private void step(Task task) {
      if (state.holdsBack(task.id())) {
        judge.hold(task, entity);
        return;
      }
      Verdict verdict = judge.verdict(task, state);
      if (verdict instanceof Verdict.Deferred) {
        fresh.add(task);
        return;
      }
      if (settle(task, verdict)) {
        tryWaiting();
      }
    }

    /** True when the entity changed. */
    private boolean settle(Task task, Verdict verdict) {
      judge.settle(task, verdict);
      done.add(task.id());
      EntityState next = verdict.next();
      if (next != null) {
        state = next;
      }
      if (verdict instanceof Verdict.Rejected && holds()) {
        state = state.heldBy(task.id());
      } else if (task.id().equals(state.heldBy())) {
        judge.decided().releases.add(new Decided.Release(entity, task.id()));
      }
      return next != null;
    }

    private boolean holds() {
      return machine != null && machine.settings().afterDead() == MachineSettings.AfterDead.HOLD;
    }

    /** From the start after each that changes the entity, until none does any more. */
    private void tryWaiting() {
      if (!followers) {
        return;
      }
      List<Task> left = deferred();
      left.addAll(fresh);
      fresh.clear();
      left.removeIf(task -> done.contains(task.id()));
      left.sort(inOrder());
      int i = 0;
      while (i < left.size()) {
        Task task = left.get(i);
        if (state.heldBy() != null) {
          break;
        }
        Verdict verdict = judge.verdict(task, state);
        if (verdict instanceof Verdict.Deferred) {
          i++;
          continue;
        }
        left.remove(i);
        if (settle(task, verdict)) {
          i = 0;
        }
      }
      // Those that are not parked yet have to be, at the end.
      left.stream().filter(task -> !isParked(task)).forEach(fresh::add);
      left.removeIf(task -> !isParked(task));
      deferred = left;
    }

    private boolean isParked(Task task) {
      return task.parked() != null && task.parked().reason() == ParkedEvent.Reason.DEFERRED;
    }

    private boolean stillWaits(Task task) {
      return !done.contains(task.id());
    }

    private void expire(Task task) {
      if (state.holdsBack(task.id())) {
        judge.hold(task, entity);
        return;
      }
      Verdict verdict = judge.verdict(task, state);
      boolean changed =
          settle(task, verdict instanceof Verdict.Deferred waits ? waits.expired() : verdict);
      if (changed) {
        tryWaiting();
      }
    }

    private List<ParkedEvent> parked() {
      return waiting.getOrDefault(entity, List.of());
    }

    private List<Task> deferred() {
      List<Task> known = deferred;
      if (known == null) {
        known = load(each -> each.reason() == ParkedEvent.Reason.DEFERRED);
      }
      return new ArrayList<>(known);
    }

    private List<Task> load(Function<ParkedEvent, Boolean> wanted) {
      Map<EventId, ParkedEvent> found =
          parked().stream()
              .filter(wanted::apply)
              .collect(Collectors.toMap(ParkedEvent::event, each -> each));
      if (found.isEmpty()) {
        return List.of();
      }
      List<Task> loaded = new ArrayList<>();
      Map<EventId, InboundEvent> whole = new HashMap<>();
      bodies.apply(found.keySet()).forEach(event -> whole.put(event.id(), event));
      found.forEach(
          (id, parked) ->
              Optional.ofNullable(whole.get(id))
                  .ifPresent(event -> loaded.add(Task.parked(event, parked))));
      return loaded;
    }

    private Comparator<Task> inOrder() {
      Comparator<InboundEvent> order =
          machine == null ? Comparator.comparing(InboundEvent::id) : machine.inOrder();
      return Comparator.comparing(Task::event, order);
    }
  }
}
