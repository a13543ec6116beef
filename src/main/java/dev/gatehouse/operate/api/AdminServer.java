package dev.gatehouse.operate.api;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpResponseException;
import java.util.List;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** The admin port: Javalin on Jetty, with threads and connections of its own. */
public final class AdminServer implements AutoCloseable {
  private final Javalin javalin;
  private final AdminSettings settings;
  private final List<Route> routes;

  private AdminServer(AdminSettings settings, AdminParts parts) {
    this.settings = settings;
    Tokens tokens = new Tokens(parts.clock(), parts.ids());
    Audit audit = new Audit(parts.clock(), parts.ids());
    Edge edge = new Edge(parts.database(), tokens, settings);
    this.routes = Routes.all(parts, tokens, audit);
    this.javalin = Javalin.create(config -> configure(config, edge));
  }

  /** Ready, not yet listening. */
  public static AdminServer create(AdminSettings settings, AdminParts parts) {
    return new AdminServer(settings, parts);
  }

  /** Opens the port. */
  public AdminServer start() {
    javalin.start(settings.host(), settings.port());
    return this;
  }

  /** The port that is open. */
  public int port() {
    return javalin.port();
  }

  /** What it answers to; for the test that compares it with the description. */
  List<Route> routes() {
    return routes;
  }

  @Override
  public void close() {
    javalin.stop();
  }

  private void configure(JavalinConfig config, Edge edge) {
    config.startup.showJavalinBanner = false;
    config.startup.showOldJavalinVersionWarning = false;
    config.startup.startupWatcherEnabled = false;
    config.concurrency.useVirtualThreads = false;
    config.http.prefer405over404 = true;
    config.http.generateEtags = false;
    config.router.ignoreTrailingSlashes = false;
    config.router.treatMultipleSlashesAsSingleSlash = false;
    config.jetty.threadPool = threads();
    config.jetty.modifyServer(this::bound);
    config.jetty.modifyServletContextHandler(
        handler -> {
          handler.setErrorHandler(new ServerErrors());
          // Keys of entities may hold a slash or a percent sign, sent as %2F and %25.
          handler.getServletHandler().setDecodeAmbiguousURIs(true);
        });
    config.jetty.modifyHttpConfiguration(
        http -> {
          http.setSendServerVersion(false);
          http.setSendXPoweredBy(false);
          http.setRequestHeaderSize(16 << 10);
          http.setIdleTimeout(settings.idleTimeout().toMillis());
          http.setUriCompliance(
              UriCompliance.from("RFC3986,AMBIGUOUS_PATH_SEPARATOR,AMBIGUOUS_PATH_ENCODING"));
        });
    for (Route route : routes) {
      config.routes.addHttpHandler(
          HandlerType.findOrCreate(route.method()), route.path(), ctx -> edge.serve(route, ctx));
    }
    config.routes.exception(HttpResponseException.class, AdminServer::refuse);
    config.routes.exception(
        Exception.class,
        (e, ctx) ->
            Edge.write(ctx, Problem.unreadable("the request cannot be read"), Edge.requestId()));
  }

  private QueuedThreadPool threads() {
    QueuedThreadPool pool = new QueuedThreadPool(settings.threads(), 4);
    pool.setName("admin");
    pool.setReservedThreads(0);
    return pool;
  }

  private void bound(Server server) {
    server.setErrorHandler(new ServerErrors());
    server.setStopTimeout(settings.stopWithin().toMillis());
    NetworkConnectionLimit limit = new NetworkConnectionLimit(settings.maxConnections(), server);
    limit.setEndPointIdleTimeout(1000);
    server.addBean(limit);
  }

  /** No route, or not with that method. */
  private static void refuse(HttpResponseException e, Context ctx) {
    Problem problem =
        switch (e.getStatus()) {
          case 404 -> Problem.notFound("path");
          case 405 -> Problem.of(405, "method_not_allowed", "the path does not take this method");
          default -> Problem.of(e.getStatus(), "refused", "the request was refused");
        };
    Edge.write(ctx, problem, Edge.requestId());
  }
}
