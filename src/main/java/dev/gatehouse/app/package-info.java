/** Builds everything in order, starts and stops it. No logic of its own. */
@NullMarked
package dev.gatehouse.app;

import org.jspecify.annotations.NullMarked;
