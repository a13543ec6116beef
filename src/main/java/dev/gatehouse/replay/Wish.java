package dev.gatehouse.replay;

import dev.gatehouse.replay.plan.Conduct;
import dev.gatehouse.replay.plan.ReplayFilter;
import org.jspecify.annotations.Nullable;

/**
 * A replay that somebody asks for.
 *
 * @param dryRun only a forecast
 * @param approval asks for a second person's yes, even where none is needed
 * @param idempotencyKey the same key is the same replay, for good; null: none
 */
public record Wish(
    ReplayFilter filter,
    Conduct conduct,
    boolean dryRun,
    boolean approval,
    String reason,
    @Nullable String idempotencyKey,
    String requestedBy) {}
