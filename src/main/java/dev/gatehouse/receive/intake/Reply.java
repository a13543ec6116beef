package dev.gatehouse.receive.intake;

import dev.gatehouse.event.Headers;
import dev.gatehouse.receive.preset.handshake.HandshakeReply;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * An answer: status, a small body, and how long to stay away where that is the message.
 *
 * @param contentType null when there is no body
 * @param body not copied; do not write to it
 * @param allow the value of {@code Allow}, for 405
 * @param retryAfter whole seconds are sent, rounded up
 * @param headers besides
 */
public record Reply(
    int status,
    @Nullable String contentType,
    byte[] body,
    @Nullable String allow,
    @Nullable Duration retryAfter,
    Headers headers) {
  public static final String JSON = "application/json";

  private static final byte[] ACCEPTED = bytes("{\"status\":\"accepted\",\"event\":\"");
  private static final byte[] DUPLICATE = bytes("{\"status\":\"duplicate\",\"event\":\"");
  private static final byte[] END = bytes("\"}");

  private Reply(int status, @Nullable String contentType, byte[] body) {
    this(status, contentType, body, null, null, Headers.NONE);
  }

  /** JSON as it stands. */
  public static Reply json(int status, String json) {
    return new Reply(status, JSON, bytes(json));
  }

  /** Text of that type, sent as UTF-8. */
  static Reply of(int status, String contentType, String body) {
    return new Reply(status, contentType, bytes(body));
  }

  /** A status and nothing more. */
  static Reply bare(int status) {
    return new Reply(status, null, new byte[0]);
  }

  /** The answer to a question of the provider. */
  static Reply of(HandshakeReply reply) {
    return new Reply(
        reply.status(), reply.contentType(), bytes(reply.body()), null, null, reply.headers());
  }

  /** {@code {"error":"<word>"}}: the same bytes for every refusal of the same status and word. */
  public static Reply error(int status, String word) {
    return json(status, "{\"error\":\"" + word + "\"}");
  }

  static Reply refusal(RejectReason reason) {
    return error(reason.status(), reason.word());
  }

  /** 503: come again later. */
  public static Reply unavailable(Duration retryAfter) {
    return error(503, "unavailable").withRetryAfter(retryAfter);
  }

  /** The answer of the contract to an event that is stored. */
  static Reply accepted(String eventId) {
    return new Reply(200, JSON, joined(ACCEPTED, eventId));
  }

  /** The answer of the contract to a copy. */
  static Reply duplicate(String firstEventId) {
    return new Reply(200, JSON, joined(DUPLICATE, firstEventId));
  }

  Reply withStatus(int other) {
    return other == status ? this : new Reply(other, contentType, body, allow, retryAfter, headers);
  }

  Reply withAllow(String methods) {
    return new Reply(status, contentType, body, methods, retryAfter, headers);
  }

  Reply withRetryAfter(Duration wait) {
    return new Reply(status, contentType, body, allow, wait, headers);
  }

  Reply withHeaders(Headers more) {
    return more.fields().isEmpty()
        ? this
        : new Reply(status, contentType, body, allow, retryAfter, more);
  }

  private static byte[] joined(byte[] before, String ascii) {
    byte[] all = new byte[before.length + ascii.length() + END.length];
    System.arraycopy(before, 0, all, 0, before.length);
    byte[] middle = ascii.getBytes(StandardCharsets.ISO_8859_1);
    System.arraycopy(middle, 0, all, before.length, middle.length);
    System.arraycopy(END, 0, all, before.length + middle.length, END.length);
    return all;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public String toString() {
    return "HTTP " + status;
  }
}
