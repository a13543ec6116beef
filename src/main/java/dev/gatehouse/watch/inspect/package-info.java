/**
 * Read-only questions across the tables: what became of an event, where an entity stands, what
 * waits for people, and whether the books balance.
 *
 * <p>Writes nothing. Every question is one snapshot of a bounded part of the tables: lists walk an
 * index from a cursor and stop, counts of everything go in slices. The records here are the shapes
 * the admin API shows; their component names in snake_case are its field names.
 */
@NullMarked
package dev.gatehouse.watch.inspect;

import org.jspecify.annotations.NullMarked;
