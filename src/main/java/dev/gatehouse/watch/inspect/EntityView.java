package dev.gatehouse.watch.inspect;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A business object and how it came to be what it is.
 *
 * @param state null while no event about it has been applied
 * @param heldBy the dead event its later ones wait behind
 * @param transitions accepted and refused, oldest first; null in lists
 */
public record EntityView(
    String machine,
    String key,
    @Nullable String state,
    long version,
    @Nullable Instant updatedAt,
    @Nullable Long lastSequence,
    @Nullable Instant lastTime,
    @Nullable UUID heldBy,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<Transition> transitions) {

  /** What the machine said of one event about it. */
  public record Transition(
      UUID event,
      @Nullable String type,
      @Nullable String from,
      @Nullable String to,
      String outcome,
      @Nullable String reason,
      Instant at,
      int run) {}
}
