package dev.gatehouse.process.machine;

import dev.gatehouse.condition.Facts;
import dev.gatehouse.event.InboundEvent;
import dev.gatehouse.event.SourceName;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A checked state machine. Immutable; safe for many threads. */
public final class Machine {
  private final MachineSettings settings;
  private final List<String> states;
  private final List<Move> moves;
  private final StateGraph graph;
  private final Clockwork order;

  Machine(MachineSettings settings, List<String> states, List<Move> moves, StateGraph graph) {
    this.settings = settings;
    this.states = List.copyOf(states);
    this.moves = List.copyOf(moves);
    this.graph = graph;
    this.order = new Clockwork(settings.order(), this.states);
  }

  /**
   * Checks settings: unknown and unreachable states, ambiguous moves, guards that do not compile.
   */
  public static Checked check(MachineSettings settings) {
    return new MachineCheck(settings).run();
  }

  /**
   * For settings that are known to be good.
   *
   * @throws IllegalArgumentException with all mistakes
   */
  public static Machine of(MachineSettings settings) {
    return switch (check(settings)) {
      case Checked.Good good -> good.machine();
      case Checked.Bad bad ->
          throw new IllegalArgumentException(
              "machine " + settings.name() + ": " + bad.mistakes().toString());
    };
  }

  /** What this was made from. */
  public MachineSettings settings() {
    return settings;
  }

  public String name() {
    return settings.name();
  }

  /** All states, in the order that tells equal times apart. */
  public List<String> states() {
    return states;
  }

  /** The event types its transitions name, each once, in file order. */
  public List<TypePattern> types() {
    return moves.stream().map(Move::on).distinct().toList();
  }

  /** True when some transition names that type. */
  public boolean knows(@Nullable String type) {
    return moves.stream().anyMatch(move -> move.on().matches(type));
  }

  /** True when this machine folds events of that source. */
  public boolean reads(SourceName source) {
    return settings.sources().contains(source);
  }

  /** A pair of types two machines both want, from a source both read: that must not be. */
  public Optional<TypePattern> contested(Machine other) {
    if (settings.sources().stream().noneMatch(other::reads)) {
      return Optional.empty();
    }
    return types().stream()
        .filter(type -> other.types().stream().anyMatch(type::overlaps))
        .findFirst();
  }

  /** An entity nobody has heard of yet. */
  public EntityState start() {
    return EntityState.start(settings.initial());
  }

  /** Earlier events of one entity first; those the machine cannot tell apart by their arrival. */
  public Comparator<InboundEvent> inOrder() {
    return order.comparator();
  }

  /**
   * Folds one event into its entity.
   *
   * <p>In this order: an event that could not be read is rejected; a type no transition names is
   * {@code unmatched}; an event older than the entity is {@code stale}; the first move in file
   * order that leaves the present state and whose guard holds is applied; a move that leads to the
   * present state is ignored, but counts as news for what is stale; anything else is {@code
   * illegal}. A state the settings no longer know has no moves.
   *
   * @param state of the entity, or {@link #start()}
   * @param facts about the same event, without a move
   * @return never throws, whatever the event holds
   */
  public Verdict fold(EntityState state, InboundEvent event, Facts facts) {
    return new Fold(settings, moves, graph, order, state, event, facts).verdict();
  }

  @Override
  public String toString() {
    return "machine " + settings.name();
  }
}
