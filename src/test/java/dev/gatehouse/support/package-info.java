/**
 * What whole-gateway tests and the speed harness share: processes to start, stop, freeze and kill;
 * a PostgreSQL to do the same to; a destination that answers by script; requests sent byte for
 * byte.
 *
 * <p>Holds no tests and depends on no test framework, so that {@code bench/run} needs none.
 */
@NullMarked
package dev.gatehouse.support;

import org.jspecify.annotations.NullMarked;
