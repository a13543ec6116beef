package dev.gatehouse.receive.intake;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * An answer: status, a small body, and how long to stay away where that is the message.
 *
 * @param body not copied; do not write to it
 * @param allow the value of {@code Allow}, for 405
 * @param retryAfter whole seconds are sent, rounded up
 */
public record Reply(
    int status,
    String contentType,
    byte[] body,
    @Nullable String allow,
    @Nullable Duration retryAfter) {
  public static final String JSON = "application/json";

  private static final byte[] ACCEPTED = bytes("{\"status\":\"accepted\",\"event\":\"");
  private static final byte[] DUPLICATE = bytes("{\"status\":\"duplicate\",\"event\":\"");
  private static final byte[] END = bytes("\"}");

  /** JSON as it stands. */
  public static Reply json(int status, String json) {
    return new Reply(status, JSON, bytes(json), null, null);
  }

  /** Text of that type, sent as UTF-8. */
  static Reply of(int status, String contentType, String body) {
    return new Reply(status, contentType, bytes(body), null, null);
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
    return new Reply(200, JSON, joined(ACCEPTED, eventId), null, null);
  }

  /** The answer of the contract to a copy. */
  static Reply duplicate(String firstEventId) {
    return new Reply(200, JSON, joined(DUPLICATE, firstEventId), null, null);
  }

  Reply withStatus(int other) {
    return other == status ? this : new Reply(other, contentType, body, allow, retryAfter);
  }

  Reply withAllow(String methods) {
    return new Reply(status, contentType, body, methods, retryAfter);
  }

  Reply withRetryAfter(Duration wait) {
    return new Reply(status, contentType, body, allow, wait);
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
