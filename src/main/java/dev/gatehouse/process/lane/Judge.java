package dev.gatehouse.process.lane;

import dev.gatehouse.condition.Facts;
import dev.gatehouse.deadletter.NewDeadLetter;
import dev.gatehouse.deadletter.triage.Stage;
import dev.gatehouse.event.EntityRef;
import dev.gatehouse.event.ErrorCode;
import dev.gatehouse.event.EventId;
import dev.gatehouse.event.InboundEvent;
import dev.gatehouse.process.ledger.Outcome;
import dev.gatehouse.process.ledger.ParkedEvent;
import dev.gatehouse.process.machine.EntityState;
import dev.gatehouse.process.machine.Machine;
import dev.gatehouse.process.machine.Verdict;
import dev.gatehouse.process.outbox.DeliveryId;
import dev.gatehouse.process.outbox.Outgoing;
import dev.gatehouse.process.route.Routed;
import dev.gatehouse.process.route.RoutedTo;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Asks machine and routes about single events and writes down what follows. */
final class Judge {
  private static final Duration NO_PATIENCE = Duration.ZERO;

  private final ProcessSettings settings;
  private final Map<EventId, Prior> prior;
  private final String node;
  private final int tries;
  private final Decided decided = new Decided();
  private final Map<EventId, Facts> facts = new HashMap<>();

  /**
   * The time of the next verdict; each gets a microsecond of its own, so that order can be seen.
   */
  private Instant at;

  /**
   * @param prior verdicts that re-run events have already and keep: their entity has moved, only
   *     the way on from there failed
   * @param at the time of the first verdict, in whole microseconds
   * @param tries before an event on which the program fails is given up
   */
  Judge(ProcessSettings settings, Map<EventId, Prior> prior, Instant at, String node, int tries) {
    this.settings = settings;
    this.prior = prior;
    this.at = at;
    this.node = node;
    this.tries = tries;
  }

  Decided decided() {
    return decided;
  }

  /** After the last verdict's time. */
  Instant next() {
    return at;
  }

  /**
   * The machine of an event; empty when none reads its source, or its own is not there any more.
   */
  Optional<Machine> machine(InboundEvent event) {
    EntityRef entity = event.entity();
    return entity == null
        ? settings.machines().of(event)
        : settings.machines().named(entity.machine());
  }

  /**
   * The verdict on an event.
   *
   * @param state of its entity; null when it belongs to none
   */
  Verdict verdict(Task task, @Nullable EntityState state) {
    if (task.poison() != null) {
      return poison(task.poison());
    }
    Prior known = prior.get(task.id());
    if (known != null) {
      return known.verdict(state);
    }
    for (int i = 1; ; i++) {
      try {
        return fold(task.event(), state);
      } catch (RuntimeException | StackOverflowError e) {
        // Not by the book: whatever it is, it must not take the neighbours along.
        if (i >= tries) {
          return poison("folding failed " + i + " times: " + e.getClass().getSimpleName());
        }
      }
    }
  }

  private Verdict fold(InboundEvent event, @Nullable EntityState state) {
    Machine machine = machine(event).orElse(null);
    if (event.fault() != null) {
      return Verdict.Rejected.of(event.fault());
    }
    if (machine == null) {
      EntityRef entity = event.entity();
      return entity == null
          ? new Verdict.NoMachine()
          : rejected(
              ErrorCode.UNKNOWN_EVENT_TYPE,
              "machine " + entity.machine() + " is no longer configured");
    }
    return machine.fold(state == null ? machine.start() : state, event, facts(event));
  }

  private static Verdict poison(String why) {
    return rejected(ErrorCode.POISON, why);
  }

  private static Verdict rejected(ErrorCode code, String why) {
    return new Verdict.Rejected(null, null, code, why, null);
  }

  private Facts facts(InboundEvent event) {
    return facts.computeIfAbsent(event.id(), id -> Facts.of(event, settings.payload(event)));
  }

  /** Writes a final verdict down, with where the event goes and what went wrong. */
  void settle(Task task, Verdict verdict) {
    InboundEvent event = task.event();
    decided.outcomes.add(
        Outcome.of(
            event.id(),
            task.run(),
            event.lane(),
            verdict,
            machine(event).map(machine -> machine.settings().revision()).orElse(null),
            at,
            node));
    if (task.parked() != null) {
      decided.unparked.add(event.id());
    }
    if (verdict instanceof Verdict.Rejected rejected) {
      decided.deadLetters.add(
          NewDeadLetter.ofEvent(
              event,
              event.fault() == null ? Stage.MACHINE : Stage.EXTRACT,
              rejected.code(),
              rejected.message(),
              transition(rejected)));
    }
    route(event, verdict);
    at = at.plusNanos(1_000);
  }

  private void route(InboundEvent event, Verdict verdict) {
    if (verdict instanceof Verdict.Rejected rejected && rejected.code() == ErrorCode.POISON) {
      return;
    }
    Routed routed = settings.router().route(event, verdict, facts(event));
    for (RoutedTo to : routed.to()) {
      decided.deliveries.add(
          new Outgoing(
              DeliveryId.of(event.id(), to.destination()),
              event,
              to.destination(),
              event.entity(),
              event.lane(),
              to.ordered(),
              at));
    }
    if (!routed.failures().isEmpty()) {
      decided.deadLetters.add(unrouted(event, verdict, routed));
    }
  }

  private static NewDeadLetter unrouted(InboundEvent event, Verdict verdict, Routed routed) {
    return new NewDeadLetter(
        event,
        null,
        null,
        Stage.ROUTE,
        ErrorCode.CONDITION_FAILED,
        routed.failures().stream().map(Routed.Failure::message).collect(Collectors.joining("; ")),
        null,
        0,
        null,
        null,
        List.of("verdict:" + verdict.kind().text()));
  }

  /** Lets it wait for a predecessor. */
  void defer(Task task, EntityRef entity) {
    Duration patience =
        machine(task.event()).map(machine -> machine.settings().deferFor()).orElse(NO_PATIENCE);
    park(
        task,
        ParkedEvent.New.deferred(task.id(), task.run(), task.event().lane(), entity, patience));
  }

  /** Lets it wait behind the dead event of its entity. */
  void hold(Task task, EntityRef entity) {
    ParkedEvent parked = task.parked();
    if (parked != null && parked.reason() == ParkedEvent.Reason.HELD && parked.until() == null) {
      return;
    }
    park(task, ParkedEvent.New.held(task.id(), task.run(), task.event().lane(), entity));
  }

  private void park(Task task, ParkedEvent.New as) {
    if (task.parked() != null) {
      decided.unparked.add(task.id());
    }
    decided.parked.add(as);
  }

  private static @Nullable String transition(Verdict.Rejected rejected) {
    return rejected.from() == null
        ? null
        : rejected.from() + ">" + (rejected.to() == null ? "?" : rejected.to());
  }
}
