package dev.gatehouse.operate.api;

import dev.gatehouse.config.secrets.ConfiguredSecrets;
import dev.gatehouse.config.secrets.Secrets;
import dev.gatehouse.config.secrets.SecretsKey;
import dev.gatehouse.db.Pool;
import dev.gatehouse.db.TestDatabase;
import dev.gatehouse.deadletter.Decisions;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.EventIds;
import dev.gatehouse.event.SourceName;
import dev.gatehouse.process.lane.ProcessSettings;
import dev.gatehouse.process.machine.Machines;
import dev.gatehouse.process.route.RouteSettings;
import dev.gatehouse.process.route.Router;
import dev.gatehouse.receive.signature.LiveSecret;
import dev.gatehouse.receive.signature.Secret;
import dev.gatehouse.receive.signature.StandardWebhooks;
import dev.gatehouse.replay.ReplaySettings;
import dev.gatehouse.replay.Replays;
import dev.gatehouse.support.RawHttp;
import dev.gatehouse.watch.alert.Alerts;
import dev.gatehouse.watch.inspect.Bookkeeper;
import dev.gatehouse.watch.inspect.RouteTrial;
import dev.gatehouse.watch.inspect.Rows;
import dev.gatehouse.watch.inspect.StatsReader;
import dev.gatehouse.watch.metrics.Metrics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;

/** An admin port over a database of its own, for tests; sources {@code erp} and {@code shop}. */
final class AdminPort implements AutoCloseable {
  static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

  final TestDatabase db = TestDatabase.fresh();
  final Rows rows = new Rows(db);
  final List<String> destinationCalls = new CopyOnWriteArrayList<>();
  final AtomicInteger reruns = new AtomicInteger();
  final AtomicInteger woken = new AtomicInteger();
  final AtomicInteger secretsChanged = new AtomicInteger();
  final AdminServer server;
  private final EventIds ids = new EventIds(InstantSource.system(), new SecureRandom());
  private final Tokens tokens = new Tokens(InstantSource.system(), ids);
  private final Metrics metrics = new Metrics();

  AdminPort() {
    InstantSource clock = InstantSource.system();
    Decisions decisions =
        new Decisions(
            clock,
            ids,
            new Decisions.Returns(
                (tx, letter, actor, replay) -> reruns.incrementAndGet(),
                (tx, letter, actor, replay) -> reruns.incrementAndGet(),
                (tx, letter) -> {},
                (tx, letter) -> {}));
    Catalogue catalogue =
        new Catalogue(
            List.of(
                new Catalogue.Source(new SourceName("erp"), "custom", "own"),
                new Catalogue.Source(new SourceName("shop"), "shopify", "recorded")),
            List.of(
                new Catalogue.Destination(
                    new DestinationName("billing"), "http", "https://billing.internal/hooks")),
            7,
            "sources: { erp: { secrets: ['***'] } }");
    RouteTrial.Rules rules =
        new RouteTrial.Rules(
            new ProcessSettings(
                Machines.NONE,
                new Router(
                    List.of(
                        dev.gatehouse.process.route.Route.of(
                            RouteSettings.of(
                                new SourceName("erp"), new DestinationName("billing"))))),
                Map.of()),
            Map.of());
    StatsReader stats = new StatsReader(new Bookkeeper(db.database(), clock), db.database(), clock);
    metrics.watch(db.database());
    metrics.watch(stats::last);
    server =
        AdminServer.create(
                AdminSettings.DEFAULTS.at("127.0.0.1", 0),
                new AdminParts(
                    db.database(),
                    decisions,
                    new Replays(() -> ReplaySettings.DEFAULT, ids),
                    secrets(clock),
                    stats,
                    new Alerts(clock, ids),
                    new Recorded(),
                    () -> catalogue,
                    () -> rules,
                    metrics::scrape,
                    secretsChanged::incrementAndGet,
                    woken::incrementAndGet,
                    clock,
                    ids))
            .start();
  }

  /** Writes down what it is told. */
  private final class Recorded implements DestinationControl {
    @Override
    public void pause(DestinationName destination, String actor, String reason) {
      destinationCalls.add("pause " + destination + " by " + actor + ": " + reason);
    }

    @Override
    public void resume(DestinationName destination, String actor, String reason) {
      destinationCalls.add("resume " + destination + " by " + actor + ": " + reason);
    }

    @Override
    public int inFlight(DestinationName destination) {
      return 3;
    }

    @Override
    public int concurrency(DestinationName destination) {
      return 4;
    }
  }

  private static Secrets secrets(InstantSource clock) {
    ConfiguredSecrets configured =
        new ConfiguredSecrets(
            List.of(new LiveSecret("current", new Secret(SECRET), null)),
            StandardWebhooks.SPEC,
            false);
    return new Secrets(
        SecretsKey.random(),
        () -> Map.of(new SourceName("erp"), configured, new SourceName("shop"), configured),
        clock);
  }

  /** Forgets everything, so that tests can share the port. */
  void empty() {
    rows.empty();
    db.execute("truncate api_token, audit, secret, secret_set, alert");
    destinationCalls.clear();
    reruns.set(0);
    woken.set(0);
    secretsChanged.set(0);
  }

  /** A token with these roles, for all sources. */
  String token(Role... roles) {
    return token(null, null, roles);
  }

  String token(List<String> sources, Instant expiresAt, Role... roles) {
    String text = TokenText.make();
    db.database()
        .run(
            Pool.ADMIN,
            tx ->
                tokens
                    .create(tx, "t" + ids.next(), Set.of(roles), sources, expiresAt, text)
                    .orElseThrow());
    return text;
  }

  /** Asks with that token; a null body sends none. */
  RawHttp.Answer ask(String token, String method, String path, String body) {
    List<String> headers = new ArrayList<>();
    if (token != null) {
      headers.addAll(List.of("Authorization", "Bearer " + token));
    }
    if (body != null) {
      headers.addAll(List.of("Content-Type", "application/json"));
    }
    byte[] bytes = body == null ? new byte[0] : body.getBytes(StandardCharsets.UTF_8);
    return raw(RawHttp.request(method, path, bytes, headers.toArray(String[]::new)));
  }

  RawHttp.Answer raw(byte[] request) {
    try {
      return RawHttp.once(server.port(), request);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static JsonNode json(RawHttp.Answer answer) {
    return Json.MAPPER.readTree(answer.text());
  }

  @Override
  public void close() {
    server.close();
    metrics.close();
    db.close();
  }
}
