/**
 * The kinds of destination, and what keeps them from being led where they may not go.
 *
 * <p>A destination makes one attempt and says how it ended. It owns its connections and nothing
 * else: no table, no schedule, no memory of earlier attempts. It must never tell more of the other
 * side than a status, follow a redirect, or connect to an address it was not allowed.
 */
@NullMarked
package dev.gatehouse.deliver.destination;

import org.jspecify.annotations.NullMarked;
