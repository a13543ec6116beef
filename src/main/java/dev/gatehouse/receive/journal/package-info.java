/**
 * Stores verified requests exactly once and says so: group commit, and the memory of ids.
 *
 * <p>Owns the tables {@code source}, {@code event_key}, {@code event}, {@code request} and {@code
 * event_copy} and the only SQL that writes them. An event is answered as stored after the commit
 * that holds its bytes, never before. Never reads what a body says, and never changes or removes
 * what it stored.
 */
@NullMarked
package dev.gatehouse.receive.journal;

import org.jspecify.annotations.NullMarked;
