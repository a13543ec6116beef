package dev.gatehouse.receive.preset.handshake;

import dev.gatehouse.event.Headers;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a question, to be sent as it is, with {@code nosniff}.
 *
 * @param contentType null when there is no body
 * @param headers besides
 */
public record HandshakeReply(
    int status, @Nullable String contentType, String body, Headers headers) {
  @Override
  public String toString() {
    return "HTTP " + status;
  }
}
