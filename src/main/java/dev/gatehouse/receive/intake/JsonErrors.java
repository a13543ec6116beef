package dev.gatehouse.receive.intake;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/**
 * What the server itself refuses — broken request lines, too many headers, conflicting lengths — in
 * the shape of every other refusal: small JSON, no product, nothing of what was sent.
 */
final class JsonErrors extends ErrorHandler {
  private final IntakeListener listener;

  JsonErrors(IntakeListener listener) {
    this.listener = listener;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    RejectReason reason = reasonOf(response.getStatus());
    listener.rejected(null, reason);
    Reply reply = Reply.refusal(reason);
    response.setStatus(reply.status());
    HttpFields.Mutable headers = response.getHeaders();
    headers.put(HttpHeader.CONTENT_TYPE, Reply.JSON);
    headers.put("X-Content-Type-Options", "nosniff");
    headers.put(HttpHeader.CONNECTION, "close");
    response.write(true, ByteBuffer.wrap(reply.body()), callback);
    return true;
  }

  /** Jetty's 501 and 505 are answers to what the sender sent, so they are 400 here. */
  private static RejectReason reasonOf(int status) {
    return switch (status) {
      case 404 -> RejectReason.UNKNOWN_SOURCE;
      case 405 -> RejectReason.METHOD;
      case 408 -> RejectReason.TOO_SLOW;
      case 411 -> RejectReason.LENGTH_REQUIRED;
      case 413 -> RejectReason.BODY_TOO_LARGE;
      case 414 -> RejectReason.URI_TOO_LONG;
      case 431 -> RejectReason.HEADERS_TOO_LARGE;
      default -> RejectReason.MALFORMED_REQUEST;
    };
  }
}
