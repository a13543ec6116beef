/**
 * Proves who sent a request: the preset language as data, verification, signing, and the doctor
 * that says why a signature did not hold.
 *
 * <p>Pure: bytes, secrets and an instant in, a {@link dev.gatehouse.receive.signature.Verification}
 * out. Never throws for anything a sender can send, never accepts on an exception path, never puts
 * a sender's text or a secret into a message.
 */
@NullMarked
package dev.gatehouse.receive.signature;

import org.jspecify.annotations.NullMarked;
