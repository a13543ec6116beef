/**
 * Which destinations an event goes to.
 *
 * <p>Pure. A route that cannot be evaluated never takes the others with it.
 */
@NullMarked
package dev.gatehouse.process.route;

import org.jspecify.annotations.NullMarked;
