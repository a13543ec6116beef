/**
 * Gets events out: what a destination is, and what others are told about deliveries.
 *
 * <p>The room owns the tables {@code attempt}, {@code retry} and {@code circuit}. It takes
 * deliveries from the outbox, sends each to its destination until it is taken or given up, keeps
 * the order of an entity where that was asked for, and never lets one sick destination hold back
 * another. It never changes an event and never holds a transaction open while it talks to a
 * destination.
 */
@NullMarked
package dev.gatehouse.deliver;

import org.jspecify.annotations.NullMarked;
