package dev.gatehouse.deadletter.triage;

import static dev.gatehouse.deadletter.triage.Status.CLOSED;
import static dev.gatehouse.deadletter.triage.Status.INVESTIGATING;
import static dev.gatehouse.deadletter.triage.Status.NEW;
import static dev.gatehouse.deadletter.triage.Status.READY_FOR_REPLAY;
import static dev.gatehouse.deadletter.triage.Status.REPLAYED;
import static dev.gatehouse.deadletter.triage.Status.WAITING_FOR_SOURCE;

import java.util.Map;
import java.util.Set;

/**
 * Which status may follow which.
 *
 * <p>The usual way is {@code new → investigating → waiting_for_source → ready_for_replay → replayed
 * | closed}. Steps may be left out and, while it is open, taken back; nothing returns to {@code
 * new}. {@code replayed} and {@code closed} are ends: closing lets held followers go on, which
 * cannot be taken back.
 */
public final class StatusFlow {
  /** What a person may set by hand. */
  private static final Map<Status, Set<Status>> BY_HAND =
      Map.of(
          NEW, Set.of(INVESTIGATING, WAITING_FOR_SOURCE, READY_FOR_REPLAY, CLOSED),
          INVESTIGATING, Set.of(WAITING_FOR_SOURCE, READY_FOR_REPLAY, CLOSED),
          WAITING_FOR_SOURCE, Set.of(INVESTIGATING, READY_FOR_REPLAY, CLOSED),
          READY_FOR_REPLAY, Set.of(INVESTIGATING, WAITING_FOR_SOURCE, CLOSED),
          REPLAYED, Set.of(),
          CLOSED, Set.of());

  /** What giving the work back may start from. */
  private static final Set<Status> RERUN_FROM =
      Set.of(NEW, INVESTIGATING, WAITING_FOR_SOURCE, READY_FOR_REPLAY);

  private StatusFlow() {}

  /** What {@code from} may become by hand; {@link Status#REPLAYED} is never among them. */
  public static Set<Status> next(Status from) {
    return BY_HAND.getOrDefault(from, Set.of());
  }

  /**
   * Whether the work of a dead letter in this status may be given back. One that keeps coming back
   * needs a fresh review first: somebody has to say {@code ready_for_replay}.
   */
  public static boolean mayRerun(Status from, boolean recurring) {
    return recurring ? from == READY_FOR_REPLAY : RERUN_FROM.contains(from);
  }
}
