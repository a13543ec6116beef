/**
 * The work of delivering: what is due, in which order, how much at a time, and writing down how it
 * went.
 *
 * <p>Owns {@code attempt}, {@code retry} and {@code circuit}: all SQL that writes them is here.
 * Each destination has a line of its own; a shared writer commits the results of all lines
 * together. No transaction is open while a destination is talked to. What has been sent and not yet
 * written down is sent again after a crash, under the same idempotency key.
 */
@NullMarked
package dev.gatehouse.deliver.worker;

import org.jspecify.annotations.NullMarked;
