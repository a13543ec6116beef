package dev.gatehouse.receive.intake;

import dev.gatehouse.event.Headers;
import dev.gatehouse.receive.preset.Ack;
import java.util.ArrayList;
import java.util.List;

/** Puts the answer to a stored event into the words its provider wants. */
final class Acknowledgement {
  private static final int MAX_VALUE = 1024;

  private Acknowledgement() {}

  /**
   * @param own what Gatehouse says where the provider wants nothing else
   * @param headers of the request
   */
  static Reply of(Ack ack, Reply own, Headers headers) {
    Reply reply = own.withStatus(ack.status());
    if (ack.body() != null && ack.contentType() != null) {
      reply =
          ack.body().isEmpty()
              ? Reply.bare(ack.status())
              : Reply.of(ack.status(), ack.contentType(), ack.body());
    } else if (ack.status() == 204 || ack.status() == 205) {
      reply = Reply.bare(ack.status());
    }
    return ack.echoedHeaders().isEmpty()
        ? reply
        : reply.withHeaders(echoed(ack.echoedHeaders(), headers));
  }

  private static Headers echoed(List<String> names, Headers headers) {
    List<Headers.Field> fields = new ArrayList<>();
    for (String name : names) {
      headers
          .first(name)
          .filter(
              value ->
                  value.length() <= MAX_VALUE && value.chars().allMatch(c -> c > ' ' && c < 127))
          .ifPresent(value -> fields.add(new Headers.Field(name, value)));
    }
    return new Headers(fields);
  }
}
