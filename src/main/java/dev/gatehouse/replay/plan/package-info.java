/**
 * Pure: what a replay may be, which state follows which, when it goes on and when it stops. Counts
 * and instants in, a decision out.
 */
@NullMarked
package dev.gatehouse.replay.plan;

import org.jspecify.annotations.NullMarked;
