/**
 * A provider as data: how it signs, names its events, wants to be answered and shakes hands.
 *
 * <p>Pure. The files are in {@code config/providers}; {@code config.preset} reads them.
 */
@NullMarked
package dev.gatehouse.receive.preset;

import org.jspecify.annotations.NullMarked;
