package dev.gatehouse.operate.api;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An answer that is no success, as RFC 9457 has it. Thrown by whoever finds out, written once at
 * the edge.
 *
 * <p>{@code type} is {@code urn:gatehouse:problem:} and a stable word; {@code field} names the
 * parameter or the member of the body that is wrong. Neither title nor detail repeats what was
 * sent.
 */
final class Problem extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final String TYPE = "urn:gatehouse:problem:";

  private final int status;
  private final String word;
  private final String detail;
  private final @Nullable String field;

  private Problem(int status, String word, String detail, @Nullable String field) {
    // No stack trace: it is an answer, and hostile askers make many.
    super(status + " " + word + ": " + detail, null, false, false);
    this.status = status;
    this.word = word;
    this.detail = detail;
    this.field = field;
  }

  /** 400: that field is not as it should be. */
  static Problem field(String field, String expected) {
    return new Problem(400, "invalid_field", expected, field);
  }

  /** 400: the request as a whole cannot be read. */
  static Problem unreadable(String detail) {
    return new Problem(400, "unreadable", detail, null);
  }

  static Problem unauthorized() {
    return new Problem(401, "unauthorized", "send a valid token as: Authorization: Bearer …", null);
  }

  static Problem forbidden(String detail) {
    return new Problem(403, "forbidden", detail, null);
  }

  static Problem notFound(String what) {
    return new Problem(404, "not_found", "there is no such " + what, null);
  }

  /** 409: not as things stand now. */
  static Problem conflict(String detail) {
    return new Problem(409, "conflict", detail, null);
  }

  static Problem tooLarge(int maxBytes) {
    return new Problem(413, "too_large", "a body has at most " + maxBytes + " bytes", null);
  }

  static Problem notJson() {
    return new Problem(415, "unsupported_media_type", "send application/json", null);
  }

  /** 503: a database that is away, or a question that took too long. */
  static Problem away(String detail) {
    return new Problem(503, "unavailable", detail, null);
  }

  static Problem of(int status, String word, String detail) {
    return new Problem(status, word, detail, null);
  }

  int status() {
    return status;
  }

  Map<String, Object> body() {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("type", TYPE + word);
    body.put("title", word.replace('_', ' '));
    body.put("status", status);
    body.put("detail", detail);
    if (field != null) {
      body.put("field", field);
    }
    return body;
  }
}
