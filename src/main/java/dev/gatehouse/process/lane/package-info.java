/**
 * Takes stored events to their verdicts: who works which lane, what is handed over, what is swept
 * up, and the batch that writes verdicts, entities, deliveries and dead letters in one commit.
 *
 * <p>Owns {@code node} and {@code lane}. A lane is worked by one node, and there by one thread at a
 * time. Leases only make that fast: that a verdict is reached once is the doing of constraints (key
 * of the outcome, version of the entity) and of the fence at the end of each batch.
 *
 * <p>Every event is stored before it is seen here, so what is in memory may be dropped at any time;
 * the sweep asks the database for what has no verdict. Never asks for events above the last one
 * seen: ids are given before commits, and commits overtake each other.
 */
@NullMarked
package dev.gatehouse.process.lane;

import org.jspecify.annotations.NullMarked;
