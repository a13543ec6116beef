package dev.gatehouse.watch.inspect;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One try to hand an event to a destination.
 *
 * @param id the delivery, the run and the number
 * @param number counted from 1 within its run
 * @param run 0 for the first budget of attempts, one more for each re-run
 */
public record AttemptView(
    String id,
    UUID delivery,
    UUID event,
    String destination,
    int number,
    int run,
    Instant at,
    String result,
    @Nullable Integer httpStatus,
    int latencyMs,
    @Nullable String error,
    @Nullable UUID replay,
    String node) {}
