package dev.gatehouse.deliver.retry;

import dev.gatehouse.event.ErrorCode;
import java.time.Duration;

/** What follows an attempt. */
public sealed interface NextStep {
  /** Delivered; nothing more to do. */
  record Done() implements NextStep {}

  /** Try again after this long, counted from now; never negative. */
  record TryAfter(Duration delay) implements NextStep {}

  /** A dead letter with that code; {@code message} is for people. */
  record GiveUp(ErrorCode code, String message) implements NextStep {}

  /** A dead letter, and the destination is paused until a person resumes it. */
  record Stop(String reason) implements NextStep {}

  /**
   * The destination is paused until a person resumes it. The delivery waits and the attempt costs
   * nothing of its budget.
   */
  record Hold(String reason) implements NextStep {}
}
