package dev.gatehouse.receive.intake;

/** Why a request was refused. The names are stable: they are kept, filtered by and counted. */
public enum RejectReason {
  /** No source of that name. */
  UNKNOWN_SOURCE(404, "not_found"),
  /** A method that the path does not take. */
  METHOD(405, "method_not_allowed"),
  /** Broken HTTP: conflicting lengths, bad chunks, a bad header. */
  MALFORMED_REQUEST(400, "bad_request"),
  /** The body ended before its declared length. */
  TRUNCATED(400, "bad_request"),
  /** The body came too slowly. */
  TOO_SLOW(408, "timeout"),
  /** Neither a length nor chunks. */
  LENGTH_REQUIRED(411, "length_required"),
  BODY_TOO_LARGE(413, "too_large"),
  URI_TOO_LONG(414, "uri_too_long"),
  /** A content coding that this source does not take. */
  CONTENT_CODING(415, "unsupported_media_type"),
  RATE(429, "too_many_requests"),
  HEADERS_TOO_LARGE(431, "headers_too_large"),
  /** A header without which nothing can be verified is not there. */
  MISSING_HEADER(400, "invalid_signature"),
  /** The signature does not hold; the kept cause says more. */
  SIGNATURE(400, "invalid_signature");

  private final int status;
  private final String word;

  RejectReason(int status, String word) {
    this.status = status;
    this.word = word;
  }

  /** The HTTP status, where the source does not set its own. */
  public int status() {
    return status;
  }

  /** The one word in the answer's body. */
  String word() {
    return word;
  }
}
