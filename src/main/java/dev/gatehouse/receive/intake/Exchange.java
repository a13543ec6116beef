package dev.gatehouse.receive.intake;

import dev.gatehouse.event.Headers;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * One request and its one answer. The answer may come later and from any thread; the first wins.
 */
public final class Exchange {
  private static final HttpField NOSNIFF =
      new PreEncodedHttpField("X-Content-Type-Options", "nosniff");
  private static final HttpField JSON =
      new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, Reply.JSON);
  private static final HttpField CLOSE =
      new PreEncodedHttpField(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE.asString());

  private final Request request;
  private final Response response;
  private final Callback callback;
  private final InFlightBytes inFlight;
  private final Duration requestWithin;
  private final AtomicBoolean answered = new AtomicBoolean();
  private volatile boolean bodyUnread;
  private volatile @Nullable BodyReader reader;

  Exchange(
      Request request,
      Response response,
      Callback callback,
      InFlightBytes inFlight,
      Duration requestWithin) {
    this.request = request;
    this.response = response;
    this.callback = callback;
    this.inFlight = inFlight;
    this.requestWithin = requestWithin;
    this.bodyUnread = declaredLength() != 0 || chunked();
  }

  public String method() {
    return request.getMethod();
  }

  /** The path as it stands in the request line, escapes untouched. */
  public String rawPath() {
    String path = request.getHttpURI().getPath();
    return path == null ? "" : path;
  }

  /** What follows the question mark, escapes untouched. */
  public @Nullable String rawQuery() {
    return request.getHttpURI().getQuery();
  }

  /**
   * The URL the provider knows, with what this request adds to it; never from Host and the like.
   *
   * @param base as the provider was told it; null: the path alone
   */
  String knownUrl(@Nullable String base) {
    String path = rawPath();
    String query = rawQuery();
    if (base != null) {
      int rest = path.indexOf('/', Intake.PREFIX.length());
      path = rest < 0 ? base : base + path.substring(rest);
    }
    return query == null ? path : path + "?" + query;
  }

  /** The first value of a header field, or null. */
  public @Nullable String header(String name) {
    return request.getHeaders().get(name);
  }

  /** All header fields, in order. */
  public Headers headers() {
    HttpFields fields = request.getHeaders();
    List<Headers.Field> copy = new ArrayList<>(fields.size());
    for (HttpField field : fields) {
      String value = field.getValue();
      copy.add(new Headers.Field(field.getName(), value == null ? "" : value));
    }
    return new Headers(copy);
  }

  /** The declared Content-Length; −1 when there is none. */
  public long declaredLength() {
    return request.getLength();
  }

  public boolean chunked() {
    return request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
  }

  /** The address of the peer, without its port. */
  public String remote() {
    return Request.getRemoteAddr(request);
  }

  /** Since the first byte of the request. */
  public Duration age() {
    return Duration.ofNanos(System.nanoTime() - request.getBeginNanoTime());
  }

  /**
   * Reads the body and hands it on, at once when it is already there; else later, from another
   * thread.
   */
  public void readBody(int limit, Consumer<Body> then) {
    BodyReader made =
        new BodyReader(
            request,
            declaredLength(),
            limit,
            inFlight,
            body -> {
              bodyUnread = !(body instanceof Body.Complete);
              then.accept(body);
            });
    reader = made;
    made.run();
    if (bodyUnread && !answered.get()) {
      long left = Math.max(1, requestWithin.minus(age()).toMillis());
      made.expireIn(left, request.getComponents().getScheduler());
    }
  }

  /** Sends the answer; false when there was one already. */
  public boolean answer(Reply reply) {
    if (!answered.compareAndSet(false, true)) {
      return false;
    }
    response.setStatus(reply.status());
    HttpFields.Mutable headers = response.getHeaders();
    String type = reply.contentType();
    if (Reply.JSON.equals(type)) {
      headers.put(JSON);
    } else if (type != null) {
      headers.put(HttpHeader.CONTENT_TYPE, type);
    }
    headers.put(NOSNIFF);
    if (reply.allow() != null) {
      headers.put(HttpHeader.ALLOW, reply.allow());
    }
    if (reply.retryAfter() != null) {
      headers.put(HttpHeader.RETRY_AFTER, reply.retryAfter().plusMillis(999).toSeconds());
    }
    for (Headers.Field field : reply.headers().fields()) {
      headers.put(field.name(), field.value());
    }
    send(ByteBuffer.wrap(reply.body()), headers);
    return true;
  }

  /** Where long work goes, so that the selecting thread stays free. */
  void execute(Runnable task) {
    request.getComponents().getExecutor().execute(task);
  }

  private void send(ByteBuffer body, HttpFields.Mutable headers) {
    BodyReader read = reader;
    if (read != null) {
      read.release();
    }
    if (bodyUnread) {
      // What is left of the body must not be taken for the next request.
      headers.put(CLOSE);
      boolean waits = request.getHeaders().contains(HttpHeader.EXPECT);
      response.write(true, body, waits ? callback : new Lingering(request, callback));
    } else {
      response.write(true, body, callback);
    }
  }

  /**
   * Swallows what the sender is still sending before the connection closes, within bounds: closed
   * over unread bytes, TCP resets and the sender never sees the answer.
   */
  private static final class Lingering implements Callback, Runnable {
    private static final long MAX_BYTES = 4L << 20;
    private static final long MAX_MILLIS = 2_000;

    private final Request request;
    private final Callback callback;
    private final AtomicBoolean over = new AtomicBoolean();
    private long swallowed;

    Lingering(Request request, Callback callback) {
      this.request = request;
      this.callback = callback;
    }

    @Override
    public void succeeded() {
      request.getComponents().getScheduler().schedule(this::end, MAX_MILLIS, TimeUnit.MILLISECONDS);
      run();
    }

    @Override
    public void failed(Throwable failure) {
      if (over.compareAndSet(false, true)) {
        callback.failed(failure);
      }
    }

    @Override
    public void run() {
      while (!over.get()) {
        var chunk = request.read();
        if (chunk == null) {
          request.demand(this);
          return;
        }
        swallowed += chunk.remaining();
        boolean last = chunk.isLast();
        chunk.release();
        if (last || swallowed > MAX_BYTES) {
          end();
        }
      }
    }

    private void end() {
      if (over.compareAndSet(false, true)) {
        callback.succeeded();
      }
    }
  }
}
