package dev.gatehouse.process.lane;

import dev.gatehouse.event.EventId;
import dev.gatehouse.event.Lane;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A lane as it was when it became ours.
 *
 * @param epoch rises with each owner; what a fence compares
 * @param clean the owner before gave it back in order; else it may have died of an event
 * @param lowWater everything below has a verdict or waits
 * @param marker the event the owner before was about to fold alone, in careful mode
 * @param markerClaims how many processes were about to fold it
 * @param at when, by the database's clock
 */
record Lease(
    Lane lane,
    long epoch,
    boolean clean,
    UUID lowWater,
    @Nullable EventId marker,
    int markerClaims,
    Instant at) {}
