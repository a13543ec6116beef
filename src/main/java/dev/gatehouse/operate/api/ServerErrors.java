package dev.gatehouse.operate.api;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/** What the server itself refuses, in the shape of every other problem. */
final class ServerErrors extends ErrorHandler {
  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    // Jetty's 501 and 505 are answers to what was sent.
    int status = response.getStatus();
    int ours = status >= 500 && status != 503 ? 400 : status;
    response.setStatus(ours);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/problem+json");
    response.getHeaders().put("X-Content-Type-Options", "nosniff");
    Problem problem = Problem.of(ours, "malformed_request", "the request is not well-formed HTTP");
    response.write(true, ByteBuffer.wrap(Json.bytes(problem.body())), callback);
    return true;
  }
}
