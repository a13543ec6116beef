package dev.gatehouse.deliver.destination;

import dev.gatehouse.deliver.Target;
import dev.gatehouse.deliver.retry.AttemptResult;
import dev.gatehouse.deliver.retry.AttemptResult.Trouble;
import java.io.IOException;
import java.net.Proxy;
import java.util.List;
import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;
import okhttp3.Dispatcher;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import okio.Buffer;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;

/**
 * Posts events to a URL: the bytes as they were received, over HTTP/1.1.
 *
 * <p>One attempt is one request on the wire. Everything by which the client would send a second one
 * of its own accord is off: redirects, repeating after a lost connection, answering 408 or {@code
 * Retry-After: 0}, authentication. No proxy and no cookies. Certificates and host names are checked
 * as the JDK does, or against the destination's own authorities.
 *
 * <p>The time limit covers look-up, connection, request and answer together, so a receiver that
 * sends a byte now and then gains nothing. Of the answer only the status, {@code Retry-After} and
 * {@code Gatehouse-Stop} are looked at; once the status is known it counts, however the rest goes.
 */
final class HttpDestination implements Destination {
  /** An answer longer than this costs the connection, which is then not used again. */
  private static final long MAX_ANSWER = 16 * 1024;

  /** Shorter than the idle time after which common servers hang up (Node.js: 5 seconds). */
  private static final long IDLE_SECONDS = 4;

  /** Shared for its trust store, which takes a while to read. */
  private static final class Base {
    static final OkHttpClient CLIENT =
        new OkHttpClient.Builder()
            .proxy(Proxy.NO_PROXY)
            .followRedirects(false)
            .followSslRedirects(false)
            .retryOnConnectionFailure(false)
            .protocols(List.of(Protocol.HTTP_1_1))
            .eventListener(new StatusSeen.Listener())
            .build();
  }

  private final OkHttpClient client;
  private final HttpUrl url;
  private final OutgoingHeaders headers;

  HttpDestination(Target.Http target, int concurrency, NameLookup lookup) {
    this.url = HttpUrl.get(target.url());
    this.headers = new OutgoingHeaders(target);
    OkHttpClient.Builder builder = Base.CLIENT.newBuilder();
    if (!target.tls().isStandard()) {
      TlsSockets tls = TlsSockets.of(target.tls());
      builder.sslSocketFactory(tls.factory(), tls.trust());
    }
    this.client =
        builder
            .dispatcher(new Dispatcher())
            .connectionPool(new ConnectionPool(concurrency, IDLE_SECONDS, TimeUnit.SECONDS))
            .dns(new GuardedDns(lookup, target.allowPrivate(), target.timeout()))
            .socketFactory(new GuardedSockets(target.allowPrivate()))
            .callTimeout(target.timeout())
            .connectTimeout(target.timeout())
            .readTimeout(target.timeout())
            .writeTimeout(target.timeout())
            .build();
  }

  @Override
  public AttemptResult send(Parcel parcel) {
    StatusSeen seen = new StatusSeen();
    Request request =
        new Request.Builder()
            .url(url)
            .headers(headers.of(parcel))
            .post(new OneShotBody(parcel.delivery().event().body().bytes()))
            .tag(StatusSeen.class, seen)
            .build();
    try (Response response = client.newCall(request).execute()) {
      readAway(response);
      return StatusSeen.answered(response);
    } catch (IOException e) {
      AttemptResult known = seen.result();
      return known == null ? withoutAnswer(e) : known;
    }
  }

  @Override
  public void close() {
    client.dispatcher().cancelAll();
    client.connectionPool().evictAll();
  }

  /** So that the connection can serve the next request; what goes wrong here changes nothing. */
  private static void readAway(Response response) {
    try {
      BufferedSource source = response.body().source();
      Buffer sink = new Buffer();
      long left = MAX_ANSWER;
      while (left > 0) {
        long read = source.read(sink, left);
        if (read < 0) {
          return;
        }
        left -= read;
        sink.clear();
      }
    } catch (IOException e) {
      // The status has been received.
    }
  }

  private static AttemptResult withoutAnswer(IOException e) {
    return ForbiddenAddress.isIn(e)
        ? new AttemptResult.Forbidden()
        : new AttemptResult.NoAnswer(trouble(e));
  }

  private static Trouble trouble(@Nullable Throwable thrown) {
    return switch (thrown) {
      case GuardedDns.LookupTookTooLong late -> Trouble.TIMEOUT;
      case java.net.UnknownHostException unknown -> Trouble.NAME;
      case java.io.InterruptedIOException late -> Trouble.TIMEOUT;
      case javax.net.ssl.SSLException tls -> Trouble.TLS;
      case java.net.ConnectException refused -> Trouble.CONNECT;
      case java.net.NoRouteToHostException none -> Trouble.CONNECT;
      case null, default -> Trouble.BROKEN;
    };
  }
}
