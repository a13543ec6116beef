package dev.gatehouse.receive.intake;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Reads one body without holding a thread while it trickles in.
 *
 * <p>Room is taken as bytes arrive, not as they are announced: a sender who declares a megabyte and
 * sends nothing holds sixteen kilobytes. Ends exactly once, with {@link Body}.
 */
final class BodyReader implements Runnable {
  private static final int FIRST = 16 << 10;
  private static final byte[] EMPTY = {};

  /** How Jetty words the end of a connection in the middle of a body. */
  private static final String EARLY_END = "Early EOF";

  private final Request request;
  private final long declared;
  private final int limit;
  private final InFlightBytes inFlight;
  private final Consumer<Body> then;

  /** Guarded by this, as are the fields below: the deadline comes from another thread. */
  private byte[] bytes = EMPTY;

  private int length;
  private boolean ended;
  private Scheduler.@Nullable Task deadline;

  /**
   * @param declared the Content-Length; negative when the body is chunked
   * @param limit the largest body; one byte more is BODY_TOO_LARGE
   */
  BodyReader(
      Request request, long declared, int limit, InFlightBytes inFlight, Consumer<Body> then) {
    this.request = request;
    this.declared = declared;
    this.limit = limit;
    this.inFlight = inFlight;
    this.then = then;
  }

  /** Reads what is there and comes back for the rest; called first by the owner, then by Jetty. */
  @Override
  public void run() {
    Body body = readOn();
    if (body != null) {
      then.accept(body);
    }
  }

  /** From now on the body has so long to arrive in full. */
  synchronized void expireIn(long millis, Scheduler scheduler) {
    if (!ended) {
      deadline = scheduler.schedule(this::expire, millis, TimeUnit.MILLISECONDS);
    }
  }

  /** Gives back the room; the owner calls it once the request is answered. */
  synchronized void release() {
    ended = true;
    inFlight.give(bytes.length);
    bytes = EMPTY;
  }

  private synchronized @Nullable Body readOn() {
    while (!ended) {
      Content.Chunk chunk = request.read();
      if (chunk == null) {
        request.demand(this);
        return null;
      }
      if (Content.Chunk.isFailure(chunk)) {
        return end(new Body.Broken(reasonOf(chunk.getFailure())));
      }
      try {
        Body trouble = take(chunk);
        if (trouble != null) {
          return end(trouble);
        }
        if (chunk.isLast()) {
          return end(new Body.Complete(whole()));
        }
      } finally {
        chunk.release();
      }
    }
    return null;
  }

  private @Nullable Body take(Content.Chunk chunk) {
    int more = chunk.remaining();
    if (more > limit - length) {
      return new Body.Broken(RejectReason.BODY_TOO_LARGE);
    }
    if (length + more > bytes.length && !grow(length + more)) {
      return new Body.NoRoom();
    }
    chunk.getByteBuffer().get(bytes, length, more);
    length += more;
    return null;
  }

  private boolean grow(int needed) {
    long wanted = Math.max(needed, bytes.length * 2L);
    long most = declared >= 0 ? declared : limit;
    int size = (int) Math.max(needed, Math.min(most, Math.max(wanted, FIRST)));
    if (!inFlight.take(size - bytes.length)) {
      return false;
    }
    bytes = Arrays.copyOf(bytes, size);
    return true;
  }

  private byte[] whole() {
    return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
  }

  private Body end(Body body) {
    ended = true;
    if (deadline != null) {
      deadline.cancel();
    }
    return body;
  }

  private void expire() {
    synchronized (this) {
      if (ended) {
        return;
      }
      ended = true;
    }
    then.accept(new Body.Broken(RejectReason.TOO_SLOW));
  }

  /** Jetty says in its own exceptions how the body broke; everything else is a cut connection. */
  private static RejectReason reasonOf(Throwable failure) {
    if (failure instanceof TimeoutException) {
      return RejectReason.TOO_SLOW;
    }
    boolean malformed =
        failure instanceof HttpException http && !EARLY_END.equals(http.getReason());
    return malformed ? RejectReason.MALFORMED_REQUEST : RejectReason.TRUNCATED;
  }
}
