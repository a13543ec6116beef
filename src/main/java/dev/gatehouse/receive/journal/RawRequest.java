package dev.gatehouse.receive.journal;

import dev.gatehouse.event.EventId;
import dev.gatehouse.event.Headers;
import dev.gatehouse.event.RawBody;
import dev.gatehouse.event.SourceName;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A verified request that holds several events, as it arrived: a row of {@code request}.
 *
 * @param id smaller than that of each of its events, whose {@code requestId} it is
 * @param headers those on the source's allow list
 * @param bodySha256 32 bytes; not copied, do not write to it
 * @param parts how many events it holds
 * @param lastPart the greatest id among them
 */
public record RawRequest(
    EventId id,
    SourceName source,
    Instant receivedAt,
    @Nullable String contentType,
    Headers headers,
    RawBody body,
    byte[] bodySha256,
    int parts,
    EventId lastPart) {

  /** Only the body and what is ours. */
  RawRequest bare() {
    return new RawRequest(
        id, source, receivedAt, null, Headers.NONE, body, bodySha256, parts, lastPart);
  }

  @Override
  public String toString() {
    return "request " + id + " of " + source;
  }
}
