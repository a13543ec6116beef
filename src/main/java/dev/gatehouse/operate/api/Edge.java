package dev.gatehouse.operate.api;

import dev.gatehouse.db.Database;
import dev.gatehouse.db.DatabaseException;
import dev.gatehouse.db.Pool;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** Between HTTP and the routes: who asks, may they, and what an exception answers. */
final class Edge {
  private static final Logger LOG = LoggerFactory.getLogger(Edge.class);
  private static final String PROBLEM_JSON = "application/problem+json";
  private static final String REQUEST_ID = "request_id";
  private static final long TURN_SECONDS = 10;

  private final Database database;
  private final Tokens tokens;
  private final int maxBodyBytes;
  private final Semaphore turns;

  Edge(Database database, Tokens tokens, AdminSettings settings) {
    this.database = database;
    this.tokens = tokens;
    this.maxBodyBytes = settings.maxBodyBytes();
    this.turns = new Semaphore(settings.atOnce(), true);
  }

  /** Answers one request of a route; throws nothing. */
  void serve(Route route, Context ctx) {
    String id = requestId();
    MDC.put(REQUEST_ID, id);
    try {
      write(ctx, route.permission() == null ? answer(route, ctx) : inTurn(route, ctx), id);
    } catch (Problem problem) {
      write(ctx, problem, id);
    } catch (DatabaseException e) {
      write(ctx, of(e), id);
    } catch (RuntimeException e) {
      write(ctx, bug(e), id);
    } finally {
      MDC.remove(REQUEST_ID);
    }
  }

  private Answer inTurn(Route route, Context ctx) {
    try {
      if (!turns.tryAcquire(TURN_SECONDS, TimeUnit.SECONDS)) {
        throw Problem.away("too many ask at once; come again");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Problem.away("shutting down");
    }
    try {
      return answer(route, ctx);
    } finally {
      turns.release();
    }
  }

  private Answer answer(Route route, Context ctx) {
    // Who asks comes first: a stranger learns nothing about what would be valid.
    Caller caller = route.permission() == null ? null : caller(route, ctx);
    Parameters query = Parameters.read(ctx.queryString(), route.query());
    return route
        .handler()
        .answer(new Ask(caller, ctx.pathParamMap(), query, ctx::header, known -> body(ctx, known)));
  }

  private Caller caller(Route route, Context ctx) {
    String text =
        TokenText.inHeader(ctx.header("Authorization")).orElseThrow(Problem::unauthorized);
    Caller caller =
        database
            .transaction(Pool.ADMIN, tx -> tokens.holder(tx, text))
            .orElseThrow(Problem::unauthorized);
    if (route.permission() != null && !caller.may(route.permission())) {
      throw Problem.forbidden(
          "this takes the permission " + route.permission().name().toLowerCase(Locale.ROOT));
    }
    if (route.global() && caller.isLimited()) {
      throw Problem.forbidden("this is about all sources, and the token is limited to some");
    }
    return caller;
  }

  private Body body(Context ctx, Set<String> known) {
    byte[] bytes;
    try {
      InputStream in = ctx.req().getInputStream();
      bytes = in.readNBytes(maxBodyBytes + 1);
    } catch (IOException | RuntimeException e) {
      // The sender hung up, sent broken chunks, or was too slow.
      throw Problem.unreadable("the body did not arrive whole");
    }
    if (bytes.length > maxBodyBytes) {
      throw Problem.tooLarge(maxBodyBytes);
    }
    String type = ctx.contentType();
    if (bytes.length > 0
        && (type == null || !type.toLowerCase(Locale.ROOT).startsWith("application/json"))) {
      throw Problem.notJson();
    }
    return Body.read(bytes, known);
  }

  private static Problem of(DatabaseException e) {
    if (e.isUnavailable()) {
      return Problem.away("the database is away; come again");
    }
    if (e.isContended()) {
      return Problem.away("this took too long; narrow the question or come again");
    }
    return bug(e);
  }

  private static Problem bug(RuntimeException e) {
    LOG.error("an admin request met a bug", e);
    return Problem.of(
        500, "internal", "a fault of the gateway; its log has more under the request id");
  }

  private static void write(Context ctx, Answer answer, String id) {
    harden(ctx, id);
    answer.headers().forEach(ctx::header);
    ctx.status(answer.status());
    if (answer.status() != 204) {
      ctx.contentType(answer.contentType()).result(answer.body());
    }
  }

  static void write(Context ctx, Problem problem, String id) {
    harden(ctx, id);
    if (problem.status() == 401) {
      ctx.header("WWW-Authenticate", "Bearer");
    }
    if (problem.status() == 503) {
      ctx.header("Retry-After", "2");
    }
    if (problem.status() == 413) {
      // The rest of the body is still coming: nothing sensible can follow on this connection.
      ctx.header("Connection", "close");
    }
    Map<String, Object> body = problem.body();
    body.put(REQUEST_ID, id);
    ctx.status(problem.status()).contentType(PROBLEM_JSON).result(Json.bytes(body));
  }

  /** Nothing here is to be rendered, cached or framed by a browser. */
  private static void harden(Context ctx, String id) {
    ctx.header("X-Request-Id", id);
    ctx.header("Cache-Control", "no-store");
    ctx.header("X-Content-Type-Options", "nosniff");
    ctx.header("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox");
  }

  static String requestId() {
    byte[] bytes = new byte[8];
    ThreadLocalRandom.current().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
