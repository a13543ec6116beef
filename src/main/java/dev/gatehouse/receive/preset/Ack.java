package dev.gatehouse.receive.preset;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a provider wants to hear when its event is stored.
 *
 * @param status 200 to 299
 * @param body fixed text; null for Gatehouse's own JSON answer
 * @param contentType of {@code body}; null when there is none
 * @param echoedHeaders headers of the request that the answer repeats
 */
public record Ack(
    int status, @Nullable String contentType, @Nullable String body, List<String> echoedHeaders) {
  /** 200 and Gatehouse's own answer. */
  public static final Ack DEFAULT = new Ack(200, null, null);

  public Ack {
    echoedHeaders = List.copyOf(echoedHeaders);
    if (status < 200 || status > 299) {
      throw new IllegalArgumentException("an acknowledgement has a status from 200 to 299");
    }
    if ((contentType == null) != (body == null)) {
      throw new IllegalArgumentException("a body comes with its content type");
    }
  }

  /** Without headers of the request. */
  public Ack(int status, @Nullable String contentType, @Nullable String body) {
    this(status, contentType, body, List.of());
  }
}
