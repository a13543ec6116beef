package dev.gatehouse.replay;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An item as people see it.
 *
 * @param position its turn, counted from 1
 * @param reason why it failed or was skipped; the verdict of one that succeeded
 * @param run under which its outcome or its attempts stand
 * @param forecast what would become of it, where that was asked
 * @param forecastDiffers that is something else than last time
 */
public record ItemView(
    int position,
    @Nullable UUID deadLetter,
    UUID event,
    @Nullable UUID delivery,
    String source,
    @Nullable String type,
    @Nullable String machine,
    @Nullable String key,
    @Nullable String destination,
    String state,
    @Nullable String reason,
    @Nullable Integer run,
    @Nullable Instant startedAt,
    @Nullable Instant finishedAt,
    @Nullable String forecast,
    @Nullable String forecastReason,
    @Nullable String forecastTo,
    @Nullable Boolean forecastDiffers) {}
