package dev.gatehouse.deadletter;

import dev.gatehouse.deadletter.triage.Status;
import java.util.Set;

/** What became of a person's wish to change a dead letter. */
public sealed interface Decision {
  /** Done, and written down. */
  record Done(DeadLetter now) implements Decision {}

  /** There is no dead letter with that id. */
  record Unknown() implements Decision {}

  /**
   * The flow has no such step.
   *
   * @param allowed what it may become by hand from where it is
   */
  record NotAllowed(Status from, Status to, Set<Status> allowed) implements Decision {}

  /** It comes back again and again; somebody has to look and say {@code ready_for_replay} first. */
  record NeedsReview(DeadLetter now) implements Decision {}

  /** Somebody else changed it in between; look again. */
  record Overtaken(DeadLetter now) implements Decision {}
}
