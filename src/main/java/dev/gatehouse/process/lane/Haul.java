package dev.gatehouse.process.lane;

import dev.gatehouse.event.InboundEvent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The events of one lane that a worker has in hand. */
final class Haul {
  final OwnedLane lane;
  final List<Task> tasks = new ArrayList<>();

  /** The page of a sweep among them; null when there was none. */
  Pending.@Nullable Page page;

  /** Found by looking, but not by a sweep. */
  final List<InboundEvent> found = new ArrayList<>();

  /** Some may have their verdict already. */
  boolean verify;

  /** Earlier events of the same entities may be missing. */
  boolean partial;

  /** Something was left for the next time. */
  boolean more;

  Haul(OwnedLane lane) {
    this.lane = lane;
  }

  static Haul of(OwnedLane lane, List<Task> tasks) {
    Haul haul = new Haul(lane);
    haul.tasks.addAll(tasks);
    haul.verify = true;
    return haul;
  }
}
