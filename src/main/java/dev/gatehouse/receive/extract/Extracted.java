package dev.gatehouse.receive.extract;

import dev.gatehouse.event.EntityRef;
import dev.gatehouse.event.Fault;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What could be read from a request. With a fault the rest is still what could be read safely: an
 * id that stands twice, or in broken JSON, is null, so that it is never remembered.
 *
 * @param eventId 1 to 255 characters, storable as text
 * @param unsignedFields which of {@code id}, {@code type}, {@code entity}, {@code sequence}, {@code
 *     occurred_at} were read from a place the signature does not cover
 */
public record Extracted(
    @Nullable String eventId,
    @Nullable String type,
    @Nullable String version,
    @Nullable Long sequence,
    @Nullable Instant occurredAt,
    @Nullable EntityRef entity,
    @Nullable Fault fault,
    Set<String> unsignedFields) {
  public Extracted {
    unsignedFields = Set.copyOf(unsignedFields);
  }
}
