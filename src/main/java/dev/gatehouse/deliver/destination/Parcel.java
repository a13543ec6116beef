package dev.gatehouse.deliver.destination;

import dev.gatehouse.process.outbox.Outgoing;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One attempt at one delivery.
 *
 * @param run 0 for the first budget of attempts, each re-run the next
 * @param number of the attempt within the run, from 1
 * @param replay the replay this run belongs to, where it belongs to one
 * @param at when the attempt begins; the time in the signature
 */
public record Parcel(Outgoing delivery, int run, int number, @Nullable UUID replay, Instant at) {}
