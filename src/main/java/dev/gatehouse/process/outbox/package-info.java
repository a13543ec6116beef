/**
 * What is to go where: one row for each event and destination, written with the verdict that caused
 * it.
 *
 * <p>Owns {@code delivery} and {@code delivery_mark}. Rows are only inserted; that one is finished
 * is read from {@code attempt} and {@code retry}, which belong to {@code deliver}. Never sends
 * anything.
 */
@NullMarked
package dev.gatehouse.process.outbox;

import org.jspecify.annotations.NullMarked;
