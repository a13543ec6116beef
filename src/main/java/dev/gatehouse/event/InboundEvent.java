package dev.gatehouse.event;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A verified request with what was read from it: a row of {@code event}, before and after it is
 * stored.
 *
 * @param eventId the provider's id, 1 to 255 characters; null when the request has none that can be
 *     used
 * @param type what happened, in the provider's word
 * @param schemaVersion the version of the payload's shape, as the provider says it
 * @param entity what it is about; null when no machine wants it
 * @param lane of the entity, else of the id
 * @param sequence the provider's own order within the entity
 * @param occurredAt when it happened, by the provider's clock
 * @param receivedAt when the request arrived, by ours
 * @param headers those on the source's allow list
 * @param bodySha256 32 bytes; not copied, do not write to it
 * @param matchedSecret the label of the secret that verified it, such as {@code current:3f2a91c0};
 *     never the secret
 * @param fault set when it can only become a dead letter
 * @param unsignedFields which of {@code id}, {@code type}, {@code entity}, {@code sequence}, {@code
 *     occurred_at} were read from a place the signature does not cover
 */
public record InboundEvent(
    EventId id,
    SourceName source,
    @Nullable String eventId,
    @Nullable String type,
    @Nullable String schemaVersion,
    @Nullable EntityRef entity,
    Lane lane,
    @Nullable Long sequence,
    @Nullable Instant occurredAt,
    Instant receivedAt,
    @Nullable String contentType,
    Headers headers,
    RawBody body,
    byte[] bodySha256,
    String matchedSecret,
    @Nullable Fault fault,
    Set<String> unsignedFields,
    String requestId,
    long configRevision) {

  public InboundEvent {
    unsignedFields = Set.copyOf(unsignedFields);
  }

  /** The longest provider id, type or version that is taken. */
  public static final int MAX_TEXT = 255;

  @Override
  public String toString() {
    return "event " + id + " of " + source;
  }
}
