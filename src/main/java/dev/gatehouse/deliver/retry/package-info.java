/**
 * What the end of an attempt means, and when the next one is due.
 *
 * <p>Pure: results, instants and a random source in, a decision out. Knows nothing of circuits,
 * tables or HTTP clients.
 */
@NullMarked
package dev.gatehouse.deliver.retry;

import org.jspecify.annotations.NullMarked;
