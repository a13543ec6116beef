/**
 * Runs a chosen set of work again: which items, in which order, how fast, when to stop, and exact
 * books of what became of each.
 *
 * <p>Owns the tables {@code replay} and {@code replay_item}. Any node may look after any replay:
 * the lock on its row, held for one short transaction at a time, is the lease, and everything a
 * step does (giving the work back, the item's state, the counts) is one commit. A node that dies in
 * the middle leaves a replay that another one goes on with.
 *
 * <p>Gives work back only through the rooms that own it ({@code deadletter}, {@code
 * process.ledger}, {@code deliver}); never writes an outcome, an attempt or a dead letter itself.
 */
@NullMarked
package dev.gatehouse.replay;

import org.jspecify.annotations.NullMarked;
