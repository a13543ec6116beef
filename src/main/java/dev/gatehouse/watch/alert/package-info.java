/**
 * Tells people that something needs them: one alert per kind and subject, however often it is seen,
 * from the moment it is first true until it is no longer.
 *
 * <p>Owns the table {@code alert}. What to watch for is read from the tables in rounds, so nothing
 * on the hot path waits for it and any node may make them. An alert names what to look at; it holds
 * no body, header or secret.
 */
@NullMarked
package dev.gatehouse.watch.alert;

import org.jspecify.annotations.NullMarked;
