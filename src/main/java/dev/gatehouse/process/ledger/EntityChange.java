package dev.gatehouse.process.ledger;

import dev.gatehouse.event.EntityRef;
import dev.gatehouse.process.machine.EntityState;

/**
 * An entity read in one state and to be written in another.
 *
 * @param before as it was read, or the machine's start where there was no row
 */
public record EntityChange(EntityRef entity, EntityState before, EntityState after) {
  public EntityChange {
    if (after.lastEvent() == null) {
      throw new IllegalArgumentException("entity " + entity + " was changed by no event");
    }
  }

  /** True when there is no row yet. */
  boolean isNew() {
    return before.lastEvent() == null;
  }
}
