/**
 * Guards and filters: a CEL expression compiled once, evaluated over an event.
 *
 * <p>Pure. Evaluation always ends: no loops but over data, size, depth and iterations are bounded,
 * regular expressions run in linear time. Never prints a value of the payload.
 */
@NullMarked
package dev.gatehouse.condition;

import org.jspecify.annotations.NullMarked;
