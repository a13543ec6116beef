/**
 * The circuit of a destination as a value: closed, open, half-open, paused, and the moves between.
 *
 * <p>Pure. One row per destination is shared by all nodes; each node keeps its own tally of results
 * and moves the shared circuit when its tally says so. While a circuit is open or paused nothing is
 * sent, spent or counted.
 */
@NullMarked
package dev.gatehouse.deliver.breaker;

import org.jspecify.annotations.NullMarked;
