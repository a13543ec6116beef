package dev.gatehouse.replay;

import dev.gatehouse.replay.plan.ReplayState;

/** What became of somebody's wish about a replay. */
public sealed interface Reply {
  /** Done. */
  record Done(Replay now) implements Reply {}

  /** Asked for before: that one is it. */
  record Same(Replay now) implements Reply {}

  /** The key was used for something else. */
  record KeyTaken() implements Reply {}

  /** There is no such replay. */
  record Unknown() implements Reply {}

  /** Not from where it stands. */
  record NotNow(ReplayState state) implements Reply {}

  /** Who asked for it cannot say yes to it. */
  record OwnWish() implements Reply {}
}
