/**
 * Events in another form than they were received in.
 *
 * <p>Owns nothing and sends nothing. Whatever an event or a program holds, the answer comes in
 * bounded time and size, and a failure says no value of the payload.
 */
@NullMarked
package dev.gatehouse.deliver.shape;

import org.jspecify.annotations.NullMarked;
