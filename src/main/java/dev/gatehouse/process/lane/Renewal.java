package dev.gatehouse.process.lane;

import dev.gatehouse.event.Lane;
import java.util.UUID;

/**
 * What is said to keep a lane.
 *
 * @param lowWater where the lane stands by now
 */
record Renewal(Lane lane, long epoch, UUID lowWater) {}
