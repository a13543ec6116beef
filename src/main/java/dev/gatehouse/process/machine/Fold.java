package dev.gatehouse.process.machine;

import dev.gatehouse.condition.Condition;
import dev.gatehouse.condition.ConditionFailed;
import dev.gatehouse.condition.Facts;
import dev.gatehouse.event.ErrorCode;
import dev.gatehouse.event.InboundEvent;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One event meeting one state; see {@link Machine#fold} for the order of the rules. */
final class Fold {
  private final MachineSettings settings;
  private final StateGraph graph;
  private final Clockwork order;
  private final EntityState state;
  private final InboundEvent event;
  private final Facts facts;

  /** The moves that name the event's type, in file order. */
  private final List<Move> moves;

  /** The first guard that said no; what a person wants to know when nothing else fits. */
  private @Nullable Move refused;

  Fold(
      MachineSettings settings,
      List<Move> all,
      StateGraph graph,
      Clockwork order,
      EntityState state,
      InboundEvent event,
      Facts facts) {
    this.settings = settings;
    this.graph = graph;
    this.order = order;
    this.state = state;
    this.event = event;
    this.facts = facts;
    this.moves = all.stream().filter(move -> move.on().matches(event.type())).toList();
  }

  Verdict verdict() {
    if (event.fault() != null) {
      return Verdict.Rejected.of(event.fault());
    }
    if (moves.isEmpty()) {
      return unmatched();
    }
    if (event.entity() == null) {
      return rejected(ErrorCode.INVALID_FIELD, "no entity key was read for " + event.type(), null);
    }
    return order.older(state, event).map(this::stale).orElseGet(this::move);
  }

  private Verdict move() {
    try {
      Optional<Move> next = leaving();
      if (order.sameTime(state, event) && comesBefore(next)) {
        return stale(Verdict.Stale.Reason.SAME_TIME_EARLIER_STATE);
      }
      return next.map(this::applied).orElseGet(() -> already().orElseGet(this::illegal));
    } catch (GuardFailed e) {
      return rejected(ErrorCode.CONDITION_FAILED, e.getMessage(), e.move);
    }
  }

  private Optional<Move> leaving() {
    for (Move move : moves) {
      if (move.from().contains(state.state())) {
        if (holds(move)) {
          return Optional.of(move);
        }
        refused = refused == null ? move : refused;
      }
    }
    return Optional.empty();
  }

  /** Where it leads, or, when it leads nowhere from here, where it would lead from elsewhere. */
  private boolean comesBefore(Optional<Move> next) {
    List<Move> aims = next.map(List::of).orElse(moves);
    return aims.stream().allMatch(move -> order.before(move.to(), state.state()));
  }

  private Verdict applied(Move move) {
    return new Verdict.Applied(
        state.state(), move.to(), move.guardText(), order.advance(state, event, move.to(), true));
  }

  private Optional<Verdict> already() {
    for (Move move : moves) {
      if (move.to().equals(state.state()) && move != refused && holds(move)) {
        return Optional.of(
            new Verdict.Ignored(
                state.state(),
                move.to(),
                Verdict.Ignored.Reason.ALREADY_IN_STATE,
                move.guardText(),
                confirmed()));
      }
    }
    return Optional.empty();
  }

  /** The same state with later marks; null when there is no row yet or nothing new to write. */
  private @Nullable EntityState confirmed() {
    EntityState next = order.advance(state, event, state.state(), false);
    boolean news =
        !java.util.Objects.equals(next.lastSequence(), state.lastSequence())
            || !java.util.Objects.equals(next.lastTime(), state.lastTime());
    return news && settings.order() != MachineSettings.Order.NONE ? next : null;
  }

  private Verdict illegal() {
    return switch (settings.illegal()) {
      case DEAD_LETTER -> rejected(ErrorCode.ILLEGAL_TRANSITION, why(), refused);
      case IGNORE ->
          new Verdict.Ignored(
              state.state(),
              target(),
              refused == null
                  ? Verdict.Ignored.Reason.ILLEGAL_TRANSITION
                  : Verdict.Ignored.Reason.GUARD_REFUSED,
              guardOf(refused),
              null);
      case DEFER ->
          mayBecomeLegal()
              ? new Verdict.Deferred(
                  state.state(), target(), settings.deferFor(), why(), guardOf(refused))
              : rejected(
                  ErrorCode.ILLEGAL_TRANSITION,
                  why() + ", nor from any state that can still come",
                  refused);
    };
  }

  /** Waiting makes sense when a state that can still come has the move. */
  private boolean mayBecomeLegal() {
    for (Move move : moves) {
      for (String ahead : graph.ahead(state.state())) {
        if (!ahead.equals(state.state()) && move.from().contains(ahead) && mayHold(move, ahead)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean mayHold(Move move, String from) {
    try {
      return move.allows(from, facts);
    } catch (ConditionFailed e) {
      // Not for now to judge: it is asked again when that state has come.
      return true;
    }
  }

  private Verdict unmatched() {
    String type = event.type() == null ? "an event without a type" : event.type();
    return switch (settings.unmatched()) {
      case IGNORE ->
          new Verdict.Ignored(found(), null, Verdict.Ignored.Reason.UNMATCHED, null, null);
      case DEAD_LETTER ->
          rejected(
              ErrorCode.UNKNOWN_EVENT_TYPE,
              "machine " + settings.name() + " has no transition on " + type,
              null);
    };
  }

  private Verdict stale(Verdict.Stale.Reason reason) {
    return switch (settings.stale()) {
      case IGNORE -> new Verdict.Stale(state.state(), reason);
      case DEAD_LETTER ->
          rejected(
              ErrorCode.STALE_EVENT,
              "older than what " + settings.name() + " already has: " + reason,
              null);
    };
  }

  private Verdict rejected(ErrorCode code, String message, @Nullable Move move) {
    return new Verdict.Rejected(found(), target(), code, message, guardOf(move));
  }

  private boolean holds(Move move) {
    try {
      return move.allows(state.state(), facts);
    } catch (ConditionFailed e) {
      throw new GuardFailed(move, e);
    }
  }

  private String why() {
    String says = event.type() + " is not listed from state " + state.state();
    Condition guard = refused == null ? null : refused.guard();
    return guard == null
        ? says
        : "the guard of " + event.type() + " from state " + state.state() + " says no: " + guard;
  }

  /** The state the event wants, where all its moves agree. */
  private @Nullable String target() {
    List<String> aims = moves.stream().map(Move::to).distinct().toList();
    return refused != null ? refused.to() : aims.size() == 1 ? aims.getFirst() : null;
  }

  private @Nullable String found() {
    return event.entity() == null ? null : state.state();
  }

  private static @Nullable String guardOf(@Nullable Move move) {
    return move == null ? null : move.guardText();
  }

  /** Carries the guard that could not be evaluated out of the search for a move. */
  private static final class GuardFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient Move move;

    GuardFailed(Move move, ConditionFailed cause) {
      super(
          "the guard of the move to " + move.to() + " has no answer: " + cause.getMessage(),
          cause,
          false,
          false);
      this.move = move;
    }

    @Override
    public String getMessage() {
      return String.valueOf(super.getMessage());
    }
  }
}
