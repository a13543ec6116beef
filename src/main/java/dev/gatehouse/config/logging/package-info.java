/**
 * How log records are written: one line of JSON each, on stderr.
 *
 * <p>Nothing that came from outside can begin a new line or hide part of one, no line is long, and
 * what looks like a credential is masked even where it should never have got into a message.
 */
@NullMarked
package dev.gatehouse.config.logging;

import org.jspecify.annotations.NullMarked;
