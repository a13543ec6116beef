/**
 * The admin port: what operators ask and decide, over HTTP with JSON.
 *
 * <p>Owns the tables {@code api_token} and {@code audit}. Every route stands in one table with the
 * permission it takes and the parameters it knows; who asks is looked up anew for each request, so
 * a revoked token is refused at once. Bearer tokens only, no cookies: there is nothing a strange
 * page could ride on. A mistake of the asker is a 4xx that names the field, never a 5xx, and never
 * repeats what was sent. Runs on threads and connections of its own, so that a flood on the public
 * port leaves it alive.
 */
@NullMarked
package dev.gatehouse.operate.api;

import org.jspecify.annotations.NullMarked;
