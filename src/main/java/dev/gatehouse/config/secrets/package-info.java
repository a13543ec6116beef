/**
 * The secrets of the sources while the gateway runs: those of the file and those set through the
 * admin API, which are sealed in the database under a key that is not in it.
 *
 * <p>Owns the tables {@code secret} and {@code secret_set}. A secret's end is judged per request; a
 * change made on one node is seen by the others within {@link SecretRing#SEEN_WITHIN}. A value
 * never leaves this package except as a {@link dev.gatehouse.receive.signature.Secret}, which does
 * not print.
 */
@NullMarked
package dev.gatehouse.config.secrets;

import org.jspecify.annotations.NullMarked;
