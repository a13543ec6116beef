package dev.gatehouse.process.machine;

import dev.gatehouse.event.SourceName;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One machine as it stands in the configuration. Where the entity key and the order are read from
 * is not here: the extractor has read them before a machine sees the event.
 *
 * @param states their order, for telling equal times apart; empty: the initial state, then as they
 *     first appear in the transitions
 * @param terminal states that {@code from: ["*"]} does not leave; only a move that names one does
 * @param deferFor how long an event waits for its predecessor where {@code illegal} is defer
 * @param revision names this wording of the machine in the log of outcomes, such as a digest
 */
public record MachineSettings(
    String name,
    List<SourceName> sources,
    String initial,
    Order order,
    List<String> states,
    List<Transition> transitions,
    List<String> terminal,
    Stale stale,
    Illegal illegal,
    Unmatched unmatched,
    Duration deferFor,
    AfterDead afterDead,
    String revision) {

  /** The wait where the configuration names none. */
  public static final Duration DEFER_FOR = Duration.ofMinutes(10);

  public MachineSettings {
    sources = List.copyOf(sources);
    states = List.copyOf(states);
    transitions = List.copyOf(transitions);
    terminal = List.copyOf(terminal);
  }

  /** A machine with everything else left at its default. */
  public static MachineSettings of(
      String name, SourceName source, String initial, Order order, List<Transition> transitions) {
    return new MachineSettings(
        name,
        List.of(source),
        initial,
        order,
        List.of(),
        transitions,
        List.of(),
        Stale.IGNORE,
        Illegal.DEAD_LETTER,
        Unmatched.IGNORE,
        DEFER_FOR,
        AfterDead.RELEASE,
        "");
  }

  /** The same machine with another answer to a move that is not listed. */
  public MachineSettings with(Illegal policy) {
    return new MachineSettings(
        name,
        sources,
        initial,
        order,
        states,
        transitions,
        terminal,
        stale,
        policy,
        unmatched,
        deferFor,
        afterDead,
        revision);
  }

  /** The same machine with another answer to an event that is too old. */
  public MachineSettings with(Stale policy) {
    return new MachineSettings(
        name,
        sources,
        initial,
        order,
        states,
        transitions,
        terminal,
        policy,
        illegal,
        unmatched,
        deferFor,
        afterDead,
        revision);
  }

  /** The same machine with another answer to a type it does not know. */
  public MachineSettings with(Unmatched policy) {
    return new MachineSettings(
        name,
        sources,
        initial,
        order,
        states,
        transitions,
        terminal,
        stale,
        illegal,
        policy,
        deferFor,
        afterDead,
        revision);
  }

  /** The same machine with its states in that order, and those terminal. */
  public MachineSettings withStates(List<String> ordered, List<String> ends) {
    return new MachineSettings(
        name,
        sources,
        initial,
        order,
        ordered,
        transitions,
        ends,
        stale,
        illegal,
        unmatched,
        deferFor,
        afterDead,
        revision);
  }

  /**
   * One listed move.
   *
   * @param on an event type, or a prefix such as {@code order.*}
   * @param from states it leaves; {@code *} is every state but {@code to} and the terminal ones. A
   *     state that is named and is {@code to} as well makes a move that stays
   * @param when a guard in CEL; null: always
   */
  public record Transition(String on, List<String> from, String to, @Nullable String when) {
    public Transition {
      from = List.copyOf(from);
    }
  }

  /** What tells earlier from later within one entity. */
  public enum Order {
    /** The provider's number; events with the number the entity already has are stale. */
    SEQUENCE,
    /** The provider's time; equal times by the order of states, else by arrival. */
    TIME,
    /** Arrival alone; nothing is ever stale. */
    NONE
  }

  /** What becomes of an event that is older than what the entity already has. */
  public enum Stale {
    IGNORE,
    DEAD_LETTER
  }

  /** What becomes of an event for which no move is listed from the present state. */
  public enum Illegal {
    DEAD_LETTER,
    IGNORE,
    /**
     * Wait for a predecessor. Where none can come, because no state ahead has the move, it is a
     * dead letter at once.
     */
    DEFER
  }

  /** What becomes of an event whose type no transition names. */
  public enum Unmatched {
    IGNORE,
    DEAD_LETTER
  }

  /** What becomes of later events of an entity after one of them ended as a dead letter. */
  public enum AfterDead {
    /** They go on. */
    RELEASE,
    /** They wait until the dead letter is closed or replayed. */
    HOLD
  }
}
