/**
 * The record of what the normal way could not finish, and what people decided about it.
 *
 * <p>Owns the tables {@code dead_letter} and {@code dead_letter_change}: all SQL that writes them
 * is here. A dead letter refers to its event; it never copies headers, secrets or the body, and its
 * message says what was wrong, not what was found.
 *
 * <p>Opening one ({@link dev.gatehouse.deadletter.DeadLetters}) happens inside the transaction that
 * gave up on the work. Deciding about one ({@link dev.gatehouse.deadletter.Decisions}) tells the
 * rooms that can do the work again through {@link dev.gatehouse.deadletter.Rerun} and {@link
 * dev.gatehouse.deadletter.Released}, again inside one transaction.
 */
@NullMarked
package dev.gatehouse.deadletter;

import org.jspecify.annotations.NullMarked;
