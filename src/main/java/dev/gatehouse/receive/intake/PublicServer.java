package dev.gatehouse.receive.intake;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bare HTTP/1.1 server under the public port: bounds and small JSON refusals, no work of its
 * own. The speed harness measures its ceiling with a handler that does nothing.
 *
 * <p>Built on Jetty below its servlet layer, because only there a body can be read, counted and cut
 * off without a thread waiting for it, and a sender who hangs up is not a server error.
 */
public final class PublicServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PublicServer.class);

  private final IntakeSettings settings;
  private final Server server;
  private final ServerConnector connector;
  private final Rounds rounds;
  private final AtomicInteger active = new AtomicInteger();

  private PublicServer(
      IntakeSettings settings, IntakeListener listener, Consumer<Exchange> handler) {
    this.settings = settings;
    QueuedThreadPool pool = threads(settings);
    this.server = new Server(pool);
    this.rounds = new Rounds(pool);
    this.connector =
        new ServerConnector(
            server, rounds, null, null, 1, -1, new HttpConnectionFactory(http(settings)));
    connector.setHost(settings.host());
    connector.setPort(settings.port());
    connector.setIdleTimeout(settings.idleTimeout().toMillis());
    connector.setAcceptQueueSize(1024);
    connector.setReuseAddress(true);
    server.addConnector(connector);
    server.addBean(new NetworkConnectionLimit(settings.maxConnections(), connector));
    server.addBean(
        new ConnectionGuard(connector, settings.requestWithin(), settings.maxConnections()));
    server.setErrorHandler(new JsonErrors(listener));
    server.setHandler(new Entry(handler, new InFlightBytes(settings.maxInFlightBytes())));
  }

  /**
   * A server that hands every well-formed request to {@code handler}, on a thread that must not
   * block.
   */
  public static PublicServer create(
      IntakeSettings settings, IntakeListener listener, Consumer<Exchange> handler) {
    return new PublicServer(settings, listener, handler);
  }

  /** Opens the port. */
  public PublicServer start() {
    try {
      server.start();
      return this;
    } catch (Exception e) {
      throw new IllegalStateException(
          "cannot listen on " + settings.host() + ":" + settings.port(), e);
    }
  }

  /** The port that is open. */
  public int port() {
    return connector.getLocalPort();
  }

  /**
   * Runs many answers at once on a thread of the server; cheaper than one by one from elsewhere.
   *
   * @throws java.util.concurrent.RejectedExecutionException when the server has stopped
   */
  public void round(Runnable answers) {
    rounds.round(answers);
  }

  /** Takes no more connections; those that are open go on. */
  public void closePort() {
    connector.shutdown();
  }

  /** True once no request is being worked; waits for it as long as is allowed. */
  public boolean awaitQuiet(Duration within) {
    long end = System.nanoTime() + within.toNanos();
    synchronized (active) {
      while (active.get() > 0) {
        long left = (end - System.nanoTime()) / 1_000_000;
        if (left <= 0) {
          return false;
        }
        try {
          active.wait(left);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return false;
        }
      }
    }
    return true;
  }

  /** Cuts off whatever is still open. */
  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception e) {
      LOG.warn("the public port did not stop cleanly", e);
    }
  }

  private static QueuedThreadPool threads(IntakeSettings settings) {
    int most = settings.threads() > 0 ? settings.threads() : 32;
    QueuedThreadPool pool = new QueuedThreadPool(most, Math.min(most, 4));
    pool.setName("intake");
    // No thread is kept in reserve: handlers do not block.
    pool.setReservedThreads(0);
    return pool;
  }

  private static HttpConfiguration http(IntakeSettings settings) {
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setSendXPoweredBy(false);
    http.setRequestHeaderSize(settings.maxHeaderBytes());
    http.setUriCompliance(UriCompliance.DEFAULT);
    http.setNotifyForbiddenComplianceViolations(false);
    http.setIdleTimeout(settings.idleTimeout().toMillis());
    // A header and a small body together in one read, an answer in one write.
    http.setOutputBufferSize(8 << 10);
    http.setRelativeRedirectAllowed(false);
    return http;
  }

  /** Counts what is being worked and turns a bug of ours into 503. */
  private final class Entry extends Handler.Abstract.NonBlocking {
    private final Consumer<Exchange> handler;
    private final InFlightBytes inFlight;

    Entry(Consumer<Exchange> handler, InFlightBytes inFlight) {
      this.handler = handler;
      this.inFlight = inFlight;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
      active.incrementAndGet();
      Exchange exchange =
          new Exchange(
              request, response, new Leaving(callback), inFlight, settings.requestWithin());
      try {
        handler.accept(exchange);
      } catch (RuntimeException e) {
        LOG.error("a request met a bug", e);
        exchange.answer(Reply.unavailable(settings.retryAfter()));
      }
      return true;
    }
  }

  private final class Leaving extends Callback.Nested {
    Leaving(Callback callback) {
      super(callback);
    }

    @Override
    public void completed() {
      if (active.decrementAndGet() == 0) {
        synchronized (active) {
          active.notifyAll();
        }
      }
    }
  }
}
