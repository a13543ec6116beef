/**
 * Where entities stand, what was said of each event, and which events wait.
 *
 * <p>Owns the tables {@code entity}, {@code outcome} and {@code parked}: nobody else writes them.
 * Every method takes the transaction first and ends nothing by itself. Constraints decide who came
 * first; whoever came second gets {@link dev.gatehouse.process.ledger.Overtaken} and rolls back.
 */
@NullMarked
package dev.gatehouse.process.ledger;

import org.jspecify.annotations.NullMarked;
