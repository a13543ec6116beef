/**
 * Public keys: reading them from the texts people paste and providers publish, and checking a
 * signature with one.
 *
 * <p>Pure. A key is looked at in full before it is used (curve, size, exponent, order of the
 * point), so a key that exists here is a good one. Never throws for bytes of a sender, and nothing
 * that goes wrong while checking makes a signature count.
 */
@NullMarked
package dev.gatehouse.receive.signature.key;

import org.jspecify.annotations.NullMarked;
