package dev.gatehouse.operate.api;

import dev.gatehouse.db.Database;
import dev.gatehouse.db.Pool;
import dev.gatehouse.operate.doctor.Check;
import dev.gatehouse.operate.doctor.Doctor;
import dev.gatehouse.watch.alert.Alerts;
import dev.gatehouse.watch.inspect.StatsReader;
import dev.gatehouse.watch.metrics.Metrics;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/** The gateway as a whole. */
final class SystemRoutes {
  static final String OPENAPI = "/dev/gatehouse/operate/api/openapi.json";

  private final Database database;
  private final Doctor doctor;
  private final StatsReader stats;
  private final Alerts alerts;
  private final Supplier<Catalogue> catalogue;
  private final Supplier<String> metrics;
  private final Audit audit;
  private final String openApi = resource(OPENAPI);

  SystemRoutes(AdminParts parts, Audit audit) {
    this.database = parts.database();
    this.doctor = new Doctor(parts.database(), parts.clock());
    this.stats = parts.stats();
    this.alerts = parts.alerts();
    this.catalogue = parts.catalogue();
    this.metrics = parts.metrics();
    this.audit = audit;
  }

  /** A check as the API shows it. */
  private record CheckView(String name, String result, String detail, List<String> items) {
    static CheckView of(Check check) {
      return new CheckView(check.name(), check.result().text(), check.detail(), check.items());
    }
  }

  /**
   * @param ok no check failed
   */
  private record DoctorView(boolean ok, List<CheckView> data) {}

  private record ConfigView(long revision, String redacted) {}

  List<Route> routes() {
    return List.of(
        Route.get("/api/v1/stats", Permission.READ, ask -> Answer.json(stats.now())).forAll(),
        Route.get("/api/v1/doctor", Permission.READ, this::examine).forAll(),
        Route.get("/api/v1/config", Permission.READ, this::config).forAll(),
        Route.get(
                "/api/v1/audit", Permission.AUDIT, this::audit, "actor", "action", "limit", "after")
            .forAll(),
        Route.get("/api/v1/alerts", Permission.READ, this::alerts, "state", "limit", "after")
            .forAll(),
        Route.open("/healthz", ask -> Answer.json(Map.of("status", "ok"))),
        Route.open("/metrics", ask -> Answer.text(Metrics.CONTENT_TYPE, metrics.get())),
        Route.open("/openapi.json", ask -> Answer.text(Answer.JSON, openApi)));
  }

  private Answer examine(Ask ask) {
    List<Check> checks = doctor.examine();
    boolean ok = checks.stream().noneMatch(each -> each.result() == Check.Result.FAIL);
    return Answer.json(new DoctorView(ok, checks.stream().map(CheckView::of).toList()));
  }

  private Answer config(Ask ask) {
    Catalogue now = catalogue.get();
    return Answer.json(new ConfigView(now.revision(), now.redacted()));
  }

  private Answer audit(Ask ask) {
    String actor = ask.query().text("actor");
    String action = ask.query().text("action");
    UUID after = ask.query().after();
    int limit = ask.query().limit();
    return Answer.json(
        database.transaction(Pool.ADMIN, tx -> audit.list(tx, actor, action, after, limit)));
  }

  private Answer alerts(Ask ask) {
    Boolean all =
        ask.query()
            .value(
                "state",
                text ->
                    switch (text) {
                      case "open" -> Optional.of(false);
                      case "all" -> Optional.of(true);
                      default -> Optional.empty();
                    },
                "is open or all");
    UUID after = ask.query().after();
    int limit = ask.query().limit();
    return Answer.json(
        database.transaction(
            Pool.ADMIN, tx -> alerts.list(tx, !Boolean.TRUE.equals(all), after, limit)));
  }

  private static String resource(String name) {
    try (InputStream in = SystemRoutes.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the jar lacks " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
