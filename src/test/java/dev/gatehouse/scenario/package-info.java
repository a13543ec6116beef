/**
 * One file for each promise of the design, named after it: the whole gateway, as a process people
 * run, with the faults that would break the promise.
 */
@NullMarked
package dev.gatehouse.scenario;

import org.jspecify.annotations.NullMarked;
