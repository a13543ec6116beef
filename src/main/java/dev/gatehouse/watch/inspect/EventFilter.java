package dev.gatehouse.watch.inspect;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which events are asked for; parts that are null do not matter.
 *
 * @param type exact
 * @param from received at or after
 * @param to received before
 */
public record EventFilter(
    @Nullable String source,
    @Nullable String type,
    @Nullable String machine,
    @Nullable String key,
    @Nullable EventStatus status,
    @Nullable String eventId,
    @Nullable Instant from,
    @Nullable Instant to,
    @Nullable UUID after) {
  /** Every event. */
  public static final EventFilter NONE =
      new EventFilter(null, null, null, null, null, null, null, null, null);
}
