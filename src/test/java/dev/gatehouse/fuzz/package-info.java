/**
 * What any bytes may do to the readers of requests and rules: nothing. Run by {@code bench/fuzz}.
 */
@NullMarked
package dev.gatehouse.fuzz;

import org.jspecify.annotations.NullMarked;
