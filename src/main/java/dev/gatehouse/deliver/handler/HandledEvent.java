package dev.gatehouse.deliver.handler;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An event as a handler gets it.
 *
 * @param key the same for every attempt at this delivery
 * @param event our id
 * @param eventId the provider's id
 * @param machine and {@code entityKey}: what it is about
 * @param sequence the provider's own order within the entity
 * @param position rises with each event of an entity
 * @param body as received; the handler's own copy
 * @param attempt from 1
 */
public record HandledEvent(
    String key,
    UUID event,
    String source,
    @Nullable String eventId,
    @Nullable String type,
    @Nullable String machine,
    @Nullable String entityKey,
    @Nullable Long sequence,
    long position,
    @Nullable Instant occurredAt,
    Instant receivedAt,
    @Nullable String contentType,
    byte[] body,
    int attempt) {

  /** Without the body. */
  @Override
  public String toString() {
    return "event " + event + " of " + source;
  }
}
