package dev.gatehouse.replay;

import dev.gatehouse.event.EventId;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One piece of work of a replay, as far as doing it needs.
 *
 * @param position its turn, counted from 1
 * @param next the position of the next one of its entity; null when it is the last
 * @param deadLetter null where the subject is none
 * @param delivery null when an event is folded again
 * @param run the run it was given; null until it is started
 */
record Item(
    int position,
    @Nullable Integer next,
    @Nullable UUID deadLetter,
    EventId event,
    @Nullable UUID delivery,
    @Nullable String destination,
    @Nullable Integer run) {

  Item inRun(int given) {
    return new Item(position, next, deadLetter, event, delivery, destination, given);
  }
}
