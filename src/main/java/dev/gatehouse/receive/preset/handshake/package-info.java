/**
 * The questions providers ask before, or beside, their events, and the answers, as data.
 *
 * <p>Pure. A question is answered only after the proof its rule names; a text that the sender chose
 * is only put into an answer, or hashed under a secret, within the bounds of its rule. What is a
 * question is no event: it is not stored.
 */
@NullMarked
package dev.gatehouse.receive.preset.handshake;

import org.jspecify.annotations.NullMarked;
