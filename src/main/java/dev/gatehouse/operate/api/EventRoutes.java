package dev.gatehouse.operate.api;

import dev.gatehouse.db.Database;
import dev.gatehouse.db.Pool;
import dev.gatehouse.watch.inspect.Entities;
import dev.gatehouse.watch.inspect.EventFilter;
import dev.gatehouse.watch.inspect.EventStatus;
import dev.gatehouse.watch.inspect.Events;
import dev.gatehouse.watch.inspect.Timeline;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Events and the entities they are about. */
final class EventRoutes {
  private final Database database;
  private final Audit audit;
  private final Events events = new Events();
  private final Timeline timeline = new Timeline(events);
  private final Entities entities = new Entities();

  EventRoutes(Database database, Audit audit) {
    this.database = database;
    this.audit = audit;
  }

  List<Route> routes() {
    return List.of(
        Route.get(
            "/api/v1/events",
            Permission.READ,
            this::list,
            "source",
            "type",
            "machine",
            "key",
            "status",
            "event_id",
            "from",
            "to",
            "limit",
            "after"),
        Route.get("/api/v1/events/{id}", Permission.READ, this::show),
        Route.get("/api/v1/events/{id}/timeline", Permission.READ, this::timeline),
        Route.get("/api/v1/events/{id}/body", Permission.PAYLOAD, this::body),
        Route.get("/api/v1/entities/{machine}/<key>", Permission.READ, this::entity));
  }

  private Answer list(Ask ask) {
    Parameters query = ask.query();
    EventFilter filter =
        new EventFilter(
            query.text("source"),
            query.text("type"),
            query.text("machine"),
            query.text("key"),
            query.value("status", EventStatus::parse, "is one of " + statuses()),
            query.text("event_id"),
            query.instant("from"),
            query.instant("to"),
            query.after());
    int limit = query.limit();
    return Answer.json(
        database.transaction(
            Pool.ADMIN, tx -> events.list(tx, ask.caller().scope(), filter, limit)));
  }

  private static String statuses() {
    return String.join(
        ", ", Arrays.stream(EventStatus.values()).map(EventStatus::text).sorted().toList());
  }

  private Answer show(Ask ask) {
    UUID id = ask.pathId("id", "event");
    return Answer.json(
        database
            .transaction(Pool.ADMIN, tx -> events.find(tx, ask.caller().scope(), id))
            .orElseThrow(() -> Problem.notFound("event")));
  }

  private Answer timeline(Ask ask) {
    UUID id = ask.pathId("id", "event");
    return Answer.json(
        Map.of(
            "data",
            database
                .transaction(Pool.ADMIN, tx -> timeline.of(tx, ask.caller().scope(), id))
                .orElseThrow(() -> Problem.notFound("event"))));
  }

  /** That somebody looked is written down before the bytes leave. */
  private Answer body(Ask ask) {
    UUID id = ask.pathId("id", "event");
    Events.Body body =
        database.transaction(
            Pool.ADMIN,
            tx -> {
              Events.Body found =
                  events
                      .body(tx, ask.caller().scope(), id)
                      .orElseThrow(() -> Problem.notFound("event"));
              audit.record(tx, ask.caller(), "read_body", "event/" + id, null);
              return found;
            });
    return Answer.download(body.bytes(), id + ".bin");
  }

  private Answer entity(Ask ask) {
    String machine = ask.pathText("machine");
    String key = ask.pathText("key");
    return Answer.json(
        database
            .transaction(Pool.ADMIN, tx -> entities.find(tx, ask.caller().scope(), machine, key))
            .orElseThrow(() -> Problem.notFound("entity")));
  }
}
