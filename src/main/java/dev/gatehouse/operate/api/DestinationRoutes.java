package dev.gatehouse.operate.api;

import dev.gatehouse.db.Database;
import dev.gatehouse.db.Pool;
import dev.gatehouse.db.Tx;
import dev.gatehouse.watch.inspect.Attempts;
import dev.gatehouse.watch.inspect.Destinations;
import dev.gatehouse.watch.inspect.Destinations.CircuitView;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Destinations: how they do, what was tried, pause and resume. */
final class DestinationRoutes {
  private static final String WHAT = "destination";

  private final Database database;
  private final Supplier<Catalogue> catalogue;
  private final DestinationControl control;
  private final Audit audit;
  private final Destinations destinations = new Destinations();
  private final Attempts attempts = new Attempts();

  DestinationRoutes(AdminParts parts, Audit audit) {
    this.database = parts.database();
    this.catalogue = parts.catalogue();
    this.control = parts.destinations();
    this.audit = audit;
  }

  /**
   * A destination as the API shows it.
   *
   * @param waiting for a first attempt, counted up to {@link Destinations#COUNT_LIMIT}
   * @param inFlight attempts under way on the node that answers
   * @param concurrency how many at a time that node lets go there now
   * @param behind waiting for an earlier delivery of their entity
   */
  private record View(
      String name,
      String kind,
      String target,
      CircuitView circuit,
      long waiting,
      int inFlight,
      int concurrency,
      long retrying,
      long behind,
      @Nullable Instant nextRetryAt) {}

  List<Route> routes() {
    return List.of(
        Route.get("/api/v1/destinations", Permission.READ, this::list).forAll(),
        Route.get("/api/v1/destinations/{name}", Permission.READ, this::show).forAll(),
        Route.get(
            "/api/v1/destinations/{name}/attempts",
            Permission.READ,
            this::attempts,
            "limit",
            "after"),
        Route.get(
                "/api/v1/destinations/{name}/circuit",
                Permission.READ,
                this::circuit,
                "limit",
                "after")
            .forAll(),
        Route.of("POST", "/api/v1/destinations/{name}/pause", Permission.DESTINATIONS, this::pause)
            .forAll(),
        Route.of(
                "POST", "/api/v1/destinations/{name}/resume", Permission.DESTINATIONS, this::resume)
            .forAll());
  }

  private Answer list(Ask ask) {
    List<View> views =
        database.transaction(
            Pool.ADMIN,
            tx -> {
              Map<String, CircuitView> circuits = destinations.circuits(tx);
              return catalogue.get().destinations().stream()
                  .map(each -> view(tx, each, circuits))
                  .toList();
            });
    return Answer.json(new Whole<>(views));
  }

  private Answer show(Ask ask) {
    return view(configured(ask));
  }

  private Answer view(Catalogue.Destination destination) {
    return Answer.json(
        database.transaction(Pool.ADMIN, tx -> view(tx, destination, destinations.circuits(tx))));
  }

  private View view(Tx tx, Catalogue.Destination destination, Map<String, CircuitView> circuits) {
    String name = destination.name().value();
    Destinations.Queue queue = destinations.queue(tx, name);
    return new View(
        name,
        destination.kind(),
        destination.target(),
        circuits.getOrDefault(name, CircuitView.CLOSED),
        queue.waiting(),
        control.inFlight(destination.name()),
        control.concurrency(destination.name()),
        queue.retrying(),
        queue.behind(),
        queue.nextRetryAt());
  }

  /** Also of a destination that is no longer configured: its attempts are still there. */
  private Answer attempts(Ask ask) {
    String name = ask.pathText("name");
    Attempts.Cursor after =
        ask.query().value("after", Attempts.Cursor::parse, "is what an earlier page gave as next");
    int limit = ask.query().limit();
    return Answer.json(
        database.transaction(
            Pool.ADMIN,
            tx -> attempts.ofDestination(tx, ask.caller().scope(), name, after, limit)));
  }

  /** Also of a destination that is no longer configured. */
  private Answer circuit(Ask ask) {
    String name = ask.pathText("name");
    Long after =
        ask.query()
            .value("after", DestinationRoutes::version, "is what an earlier page gave as next");
    int limit = ask.query().limit();
    return Answer.json(
        database.transaction(Pool.ADMIN, tx -> destinations.history(tx, name, after, limit)));
  }

  private static Optional<Long> version(String text) {
    return text.matches("[0-9]{1,18}") ? Optional.of(Long.valueOf(text)) : Optional.empty();
  }

  private Answer pause(Ask ask) {
    Catalogue.Destination destination = configured(ask);
    String reason = reason(ask);
    control.pause(destination.name(), ask.caller().name(), reason);
    return done(ask, "pause_destination", destination, reason);
  }

  private Answer resume(Ask ask) {
    Catalogue.Destination destination = configured(ask);
    String reason = reason(ask);
    control.resume(destination.name(), ask.caller().name(), reason);
    return done(ask, "resume_destination", destination, reason);
  }

  private static String reason(Ask ask) {
    String reason = ask.body("reason").note("reason");
    return reason == null ? "" : reason.strip();
  }

  private Answer done(Ask ask, String action, Catalogue.Destination destination, String reason) {
    database.run(
        Pool.ADMIN,
        tx ->
            audit.record(
                tx,
                ask.caller(),
                action,
                "destination/" + destination.name(),
                reason.isEmpty() ? null : reason));
    return view(destination);
  }

  private Catalogue.Destination configured(Ask ask) {
    return catalogue
        .get()
        .destination(ask.pathText("name"))
        .orElseThrow(() -> Problem.notFound(WHAT));
  }
}
