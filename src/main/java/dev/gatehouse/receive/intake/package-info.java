/**
 * The public HTTP port: takes requests in, refuses what may not come in, answers after the commit.
 *
 * <p>Owns the table {@code rejection} and the only SQL that writes it. Works on bytes as they
 * arrived and reads them once. Never answers 2xx before the journal says stored, never a 5xx for
 * something a sender can cause, and never repeats what a sender sent: not in an answer, not in a
 * log line, not in a rejection.
 */
@NullMarked
package dev.gatehouse.receive.intake;

import org.jspecify.annotations.NullMarked;
