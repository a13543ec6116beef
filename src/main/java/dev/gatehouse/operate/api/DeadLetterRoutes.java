package dev.gatehouse.operate.api;

import dev.gatehouse.db.Database;
import dev.gatehouse.db.Pool;
import dev.gatehouse.db.Tx;
import dev.gatehouse.deadletter.Change;
import dev.gatehouse.deadletter.DeadLetterId;
import dev.gatehouse.deadletter.Decision;
import dev.gatehouse.deadletter.Decisions;
import dev.gatehouse.deadletter.triage.Stage;
import dev.gatehouse.deadletter.triage.Status;
import dev.gatehouse.event.ErrorCode;
import dev.gatehouse.watch.inspect.DeadLetterFilter;
import dev.gatehouse.watch.inspect.DeadLetterQuestions;
import dev.gatehouse.watch.inspect.DeadLetterQuestions.GroupCursor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Dead letters: looking, deciding, giving work back. */
final class DeadLetterRoutes {
  private static final String[] FILTER = {
    "status",
    "source",
    "type",
    "machine",
    "key",
    "destination",
    "stage",
    "code",
    "category",
    "owner",
    "group",
    "event",
    "from",
    "to",
    "limit",
    "after"
  };
  private static final String WHAT = "dead letter";

  private final Database database;
  private final Decisions decisions;
  private final Audit audit;
  private final Runnable wake;
  private final DeadLetterQuestions questions = new DeadLetterQuestions();

  DeadLetterRoutes(AdminParts parts, Audit audit) {
    this.database = parts.database();
    this.decisions = parts.decisions();
    this.wake = parts.wake();
    this.audit = audit;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/api/v1/dead-letters", Permission.READ, this::list, FILTER),
        Route.get("/api/v1/dead-letters/groups", Permission.READ, this::groups, FILTER),
        Route.get("/api/v1/dead-letters/{id}", Permission.READ, this::show),
        Route.of("PATCH", "/api/v1/dead-letters/{id}", Permission.TRIAGE, this::change),
        Route.of("POST", "/api/v1/dead-letters/{id}/rerun", Permission.RERUN, this::rerun));
  }

  private Answer list(Ask ask) {
    DeadLetterFilter filter = filter(ask.query());
    UUID after = ask.query().after();
    int limit = ask.query().limit();
    return Answer.json(
        database.transaction(
            Pool.ADMIN, tx -> questions.list(tx, ask.caller().scope(), filter, after, limit)));
  }

  private Answer groups(Ask ask) {
    DeadLetterFilter filter = filter(ask.query());
    GroupCursor after =
        ask.query().value("after", GroupCursor::parse, "is what an earlier page gave as next");
    int limit = ask.query().limit();
    return Answer.json(
        database.transaction(
            Pool.ADMIN, tx -> questions.groups(tx, ask.caller().scope(), filter, after, limit)));
  }

  private Answer show(Ask ask) {
    UUID id = ask.pathId("id", WHAT);
    return database.transaction(Pool.ADMIN, tx -> view(tx, ask, id));
  }

  private Answer change(Ask ask) {
    UUID id = ask.pathId("id", WHAT);
    Body body = ask.body("status", "owner", "note", "version");
    Status status = body.value("status", Status::parse, "is one of " + words(Status::text));
    String owner = body.isNull("owner") ? "" : body.text("owner", Change.MAX_OWNER);
    Change change = new Change(status, owner, body.note("note"), body.version("version"));
    if (change.isEmpty()) {
      throw Problem.field("body", "names at least one of status, owner, note");
    }
    return decide(
        ask,
        id,
        "change_dead_letter",
        status == null ? null : "status " + status.text(),
        tx -> decisions.change(tx, new DeadLetterId(id), change, ask.caller().name()));
  }

  private Answer rerun(Ask ask) {
    UUID id = ask.pathId("id", WHAT);
    String note = ask.body("note").note("note");
    Answer answer =
        decide(
            ask,
            id,
            "rerun_dead_letter",
            null,
            tx -> decisions.rerun(tx, new DeadLetterId(id), note, ask.caller().name()));
    wake.run();
    return answer;
  }

  /** One transaction for the look, the deed and the record of it. */
  private Answer decide(
      Ask ask, UUID id, String action, @Nullable String detail, Function<Tx, Decision> deed) {
    return database.transaction(
        Pool.ADMIN,
        tx -> {
          if (questions.find(tx, ask.caller().scope(), id).isEmpty()) {
            throw Problem.notFound(WHAT);
          }
          refuseUnlessDone(deed.apply(tx));
          audit.record(tx, ask.caller(), action, "dead_letter/" + id, detail);
          return view(tx, ask, id);
        });
  }

  private static void refuseUnlessDone(Decision decision) {
    switch (decision) {
      case Decision.Done done -> {}
      case Decision.Unknown unknown -> throw Problem.notFound(WHAT);
      case Decision.NotAllowed no -> throw Problem.conflict(refusal(no));
      case Decision.NeedsReview review ->
          throw Problem.conflict(
              "it failed again after several re-runs: set its status to ready_for_replay first");
      case Decision.Overtaken overtaken ->
          throw Problem.conflict(
              "somebody else has changed it; it is "
                  + overtaken.now().status().text()
                  + ", version "
                  + overtaken.now().version());
    }
  }

  private static String refusal(Decision.NotAllowed no) {
    return switch (no.from()) {
      case REPLAYED -> "its work was given back already; if that fails, there is a new one";
      case CLOSED -> "it is closed, and nothing more is done about it";
      case NEW, INVESTIGATING, WAITING_FOR_SOURCE, READY_FOR_REPLAY ->
          "from "
              + no.from().text()
              + " it may become "
              + String.join(", ", no.allowed().stream().map(Status::text).sorted().toList())
              + (no.to() == Status.REPLAYED ? "; to give the work back, ask for its rerun" : "");
    };
  }

  private Answer view(Tx tx, Ask ask, UUID id) {
    return Answer.json(
        questions.find(tx, ask.caller().scope(), id).orElseThrow(() -> Problem.notFound(WHAT)));
  }

  private static DeadLetterFilter filter(Parameters query) {
    return new DeadLetterFilter(
        statuses(query),
        query.text("source"),
        query.text("type"),
        query.text("machine"),
        query.text("key"),
        query.text("destination"),
        query.value("stage", Stage::parse, "is one of extract, machine, route, deliver"),
        query.value("code", DeadLetterRoutes::code, "is a code of docs/error-codes.md"),
        query.value("category", DeadLetterRoutes::category, "is a category such as transient"),
        query.text("owner"),
        query.text("group"),
        query.uuid("event"),
        query.instant("from"),
        query.instant("to"));
  }

  /** One or several, comma-separated; {@code open} stands for all that wait for somebody. */
  private static List<Status> statuses(Parameters query) {
    String text = query.text("status");
    if (text == null) {
      return List.of();
    }
    List<Status> all = new ArrayList<>();
    for (String word : text.split(",", -1)) {
      if (word.equals("open")) {
        Arrays.stream(Status.values()).filter(Status::isOpen).forEach(all::add);
      } else {
        all.add(
            Status.parse(word)
                .orElseThrow(
                    () -> Problem.field("status", "is open or some of " + words(Status::text))));
      }
    }
    return all;
  }

  private static String words(Function<Status, String> text) {
    return String.join(", ", Arrays.stream(Status.values()).map(text).toList());
  }

  private static Optional<ErrorCode> code(String text) {
    return Arrays.stream(ErrorCode.values()).filter(c -> c.name().equals(text)).findFirst();
  }

  private static Optional<ErrorCode.Category> category(String text) {
    return Arrays.stream(ErrorCode.Category.values())
        .filter(c -> c.name().toLowerCase(Locale.ROOT).equals(text))
        .findFirst();
  }
}
