package dev.gatehouse.process.machine;

import dev.gatehouse.event.EventId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where an entity stands.
 *
 * @param version how many moves were applied; 0 before the first
 * @param lastSequence the highest sequence taken into account
 * @param lastTime the latest time taken into account, to the microsecond, as the database keeps it
 * @param lastEvent the event that wrote this last; null while nothing has
 * @param heldBy a dead event that holds its followers back
 */
public record EntityState(
    String state,
    long version,
    @Nullable Long lastSequence,
    @Nullable Instant lastTime,
    @Nullable EventId lastEvent,
    @Nullable EventId heldBy) {

  /** An entity nobody has heard of yet. */
  static EntityState start(String initial) {
    return new EntityState(initial, 0, null, null, null, null);
  }

  /**
   * The same state, with followers held back by that dead event. It is named as the last writer too
   * where there is none, for a row needs one.
   */
  public EntityState heldBy(EventId dead) {
    return new EntityState(
        state, version, lastSequence, lastTime, lastEvent == null ? dead : lastEvent, dead);
  }

  /** The same state, with followers let go. */
  public EntityState released() {
    return new EntityState(state, version, lastSequence, lastTime, lastEvent, null);
  }

  /** True when that event must wait: another one, dead, holds the entity. */
  public boolean holdsBack(EventId event) {
    return heldBy != null && !heldBy.equals(event);
  }
}
