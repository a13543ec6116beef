/**
 * The words every room shares: ids, names, headers, lanes, error codes.
 *
 * <p>Pure. Holds nothing that only one room needs and touches nothing outside memory.
 */
@NullMarked
package dev.gatehouse.event;

import org.jspecify.annotations.NullMarked;
