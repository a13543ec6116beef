package dev.gatehouse.deadletter;

import dev.gatehouse.db.Tx;

/**
 * Told, in the same transaction, that a dead letter was closed without a re-run: what stood behind
 * it (events of a held entity, later deliveries of the entity) may go on.
 */
public interface Released {
  void released(Tx tx, DeadLetter deadLetter);
}
