package dev.gatehouse.operate.api;

import dev.gatehouse.db.Database;
import dev.gatehouse.db.Pool;
import dev.gatehouse.db.Tx;
import dev.gatehouse.replay.ItemView;
import dev.gatehouse.replay.Replay;
import dev.gatehouse.replay.ReplayId;
import dev.gatehouse.replay.ReplayReport;
import dev.gatehouse.replay.Replays;
import dev.gatehouse.replay.Reply;
import dev.gatehouse.replay.TooManyItems;
import dev.gatehouse.replay.plan.ItemState;
import dev.gatehouse.watch.inspect.Page;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;

/** Replays: asking for one, saying yes, stopping, going on, giving up, and the books. */
final class ReplayRoutes {
  private static final String WHAT = "replay";
  private static final int MAX_KEY = 200;

  private final Database database;
  private final Replays replays;
  private final Audit audit;

  ReplayRoutes(AdminParts parts, Audit audit) {
    this.database = parts.database();
    this.replays = parts.replays();
    this.audit = audit;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/api/v1/replays", Permission.READ, this::list, "limit", "after").forAll(),
        Route.of("POST", "/api/v1/replays", Permission.RERUN, this::create).forAll(),
        Route.get("/api/v1/replays/{id}", Permission.READ, this::show).forAll(),
        Route.get(
                "/api/v1/replays/{id}/items",
                Permission.READ,
                this::items,
                "state",
                "limit",
                "after")
            .forAll(),
        decision(
            "approve",
            Permission.APPROVE,
            (tx, ask) -> replays.approve(tx, id(ask), ask.caller().name())),
        decision("stop", Permission.RERUN, (tx, ask) -> replays.stop(tx, id(ask))),
        decision("resume", Permission.RERUN, (tx, ask) -> replays.resume(tx, id(ask))),
        decision("cancel", Permission.RERUN, (tx, ask) -> replays.cancel(tx, id(ask))));
  }

  private Answer list(Ask ask) {
    UUID after = ask.query().after();
    int limit = ask.query().limit();
    List<Replay> found =
        database.transaction(
            Pool.ADMIN,
            tx -> replays.list(tx, after == null ? null : new ReplayId(after), limit + 1));
    List<ReplayView> views = found.stream().map(each -> ReplayView.of(each, null)).toList();
    return Answer.json(Page.of(views, limit, each -> each.id().toString()));
  }

  private Answer create(Ask ask) {
    var wish =
        ReplayWish.read(
            ask.body(ReplayWish.MEMBERS),
            ask.header("Idempotency-Key", MAX_KEY),
            ask.caller().name());
    try {
      return database.transaction(
          Pool.ADMIN,
          tx -> {
            Reply reply = replays.ask(tx, wish);
            if (reply instanceof Reply.Same same) {
              return Answer.json(view(tx, same.now()));
            }
            Replay made = done(reply);
            audit.record(
                tx,
                ask.caller(),
                wish.dryRun() ? "dry_run" : "replay",
                "replay/" + made.id(),
                made.counts().selected() + " items: " + made.reason());
            return Answer.created(view(tx, made));
          });
    } catch (TooManyItems e) {
      throw Problem.conflict(
          "more than "
              + e.bound()
              + " match; narrow the filter, or take the oldest ones with filter.limit");
    }
  }

  private Answer show(Ask ask) {
    return database.transaction(Pool.ADMIN, tx -> Answer.json(view(tx, find(tx, id(ask)))));
  }

  private Answer items(Ask ask) {
    String state =
        ask.query().value("state", ReplayRoutes::state, "is a state of an item, such as failed");
    Integer after =
        ask.query().value("after", ReplayRoutes::position, "is what an earlier page gave as next");
    int limit = ask.query().limit();
    List<ItemView> found =
        database.transaction(
            Pool.ADMIN,
            tx ->
                ReplayReport.items(
                    tx, find(tx, id(ask)).id(), after == null ? 0 : after, state, limit + 1));
    return Answer.json(Page.of(found, limit, each -> Integer.toString(each.position())));
  }

  private Route decision(String word, Permission permission, BiFunction<Tx, Ask, Reply> deed) {
    return Route.of(
            "POST",
            "/api/v1/replays/{id}/" + word,
            permission,
            ask ->
                database.transaction(
                    Pool.ADMIN,
                    tx -> {
                      String note = ask.body("note").note("note");
                      Replay now = done(deed.apply(tx, ask));
                      audit.record(tx, ask.caller(), word + "_replay", "replay/" + now.id(), note);
                      return Answer.json(view(tx, now));
                    }))
        .forAll();
  }

  private static Replay done(Reply reply) {
    return switch (reply) {
      case Reply.Done done -> done.now();
      case Reply.Same same -> same.now();
      case Reply.Unknown unknown -> throw Problem.notFound(WHAT);
      case Reply.KeyTaken taken ->
          throw Problem.conflict("this Idempotency-Key was sent with another wish");
      case Reply.NotNow not -> throw Problem.conflict("it is " + not.state().text());
      case Reply.OwnWish own ->
          throw Problem.forbidden("who asked for a replay cannot approve it; somebody else does");
    };
  }

  private Replay find(Tx tx, ReplayId id) {
    return replays.find(tx, id).orElseThrow(() -> Problem.notFound(WHAT));
  }

  private static ReplayView view(Tx tx, Replay replay) {
    return ReplayView.of(replay, ReplayReport.sums(tx, replay.id()));
  }

  private static ReplayId id(Ask ask) {
    return new ReplayId(ask.pathId("id", WHAT));
  }

  private static Optional<String> state(String text) {
    return Arrays.stream(ItemState.values()).map(ItemState::text).filter(text::equals).findFirst();
  }

  private static Optional<Integer> position(String text) {
    return text.matches("\\d{1,7}") ? Optional.of(Integer.valueOf(text)) : Optional.empty();
  }
}
