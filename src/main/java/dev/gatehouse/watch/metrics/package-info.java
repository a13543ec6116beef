/**
 * What the gateway counts, for Prometheus: listeners of the rooms, gauges over pools and backlog.
 *
 * <p>Labels are names from the configuration and words of our own enums, so their number is
 * bounded; never an id, a key, an address or anything else a sender chooses.
 */
@NullMarked
package dev.gatehouse.watch.metrics;

import org.jspecify.annotations.NullMarked;
