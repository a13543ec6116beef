package dev.gatehouse.watch.inspect;

import java.time.Instant;

/**
 * The gateway in numbers, over all that is kept.
 *
 * @param duplicates later copies of events, conflicts among them
 * @param rejected refused requests that are on record; under attack only a sample is
 * @param unaccounted 0 in a gateway that keeps its promises, see {@link Books}
 * @param backlogOldestSeconds age of the oldest event that waits for a verdict or a first attempt;
 *     0 when none does
 * @param countedAt the numbers are of then, a few seconds ago at most
 * @param complete false while a large history is still being counted
 */
public record Stats(
    long received,
    long duplicates,
    long conflicts,
    long rejected,
    long pending,
    long finished,
    long dead,
    long unaccounted,
    long backlogOldestSeconds,
    Instant countedAt,
    boolean complete) {}
