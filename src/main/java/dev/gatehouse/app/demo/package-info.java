/**
 * The demonstration: signed traffic of several providers through the real ports, and what became of
 * each request.
 *
 * <p>A client of the gateway like any other: it posts to the public port and asks the admin port.
 */
@NullMarked
package dev.gatehouse.app.demo;

import org.jspecify.annotations.NullMarked;
