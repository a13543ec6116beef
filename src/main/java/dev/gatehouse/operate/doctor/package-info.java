/**
 * Looks a running gateway over: its database, lanes, backlog, destinations, and whether every event
 * is accounted for. Reads only; says of each thing whether it is well, and if not, what to do.
 */
@NullMarked
package dev.gatehouse.operate.doctor;

import org.jspecify.annotations.NullMarked;
