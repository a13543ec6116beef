/** What the pure parts cost, measured with JMH by {@code bench/jmh}. */
@NullMarked
package dev.gatehouse.bench.jmh;

import org.jspecify.annotations.NullMarked;
