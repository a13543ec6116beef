package dev.gatehouse.operate.api;

import dev.gatehouse.db.Database;
import dev.gatehouse.db.Pool;
import dev.gatehouse.deliver.Form;
import dev.gatehouse.deliver.shape.Programs;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.SourceName;
import dev.gatehouse.process.machine.Mistake;
import dev.gatehouse.process.machine.VerdictKind;
import dev.gatehouse.process.route.RouteSettings;
import dev.gatehouse.watch.inspect.RouteTrial;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Tries a route on the last events, one that is configured or one that is only thought of. */
final class RouteTrialRoutes {
  private static final int MAX_TEXT = 4_000;
  private static final int MAX_ROUTES = 10_000;
  private static final int DEFAULT_COUNT = 20;

  /** What a destination is called where the rule names none. */
  private static final DestinationName SOMEWHERE = new DestinationName("somewhere");

  private final Database database;
  private final Supplier<RouteTrial.Rules> rules;
  private final Audit audit;
  private final RouteTrial trial = new RouteTrial();

  RouteTrialRoutes(AdminParts parts, Audit audit) {
    this.database = parts.database();
    this.rules = parts.rules();
    this.audit = audit;
  }

  private record Wish(dev.gatehouse.process.route.Route route, Map<DestinationName, Form> forms) {}

  List<Route> routes() {
    return List.of(
        Route.of("POST", "/api/v1/routes/test", Permission.PAYLOAD, this::test).forAll());
  }

  /** Bodies are shown, so that somebody looked is written down. */
  private Answer test(Ask ask) {
    Body body =
        ask.body(
            "route", "source", "types", "when", "verdicts", "to", "payload", "jsonata", "last");
    Integer last = body.whole("last", 1, RouteTrial.MOST);
    int count = Objects.requireNonNullElse(last, DEFAULT_COUNT);
    RouteTrial.Rules now = rules.get();
    Integer place = body.whole("route", 1, MAX_ROUTES);
    Wish wish = place == null ? thought(body) : configured(now, place);
    return Answer.json(
        new Whole<>(
            database.transaction(
                Pool.ADMIN,
                tx -> {
                  audit.record(tx, ask.caller(), "test_route", "events/last", count + " events");
                  return trial.of(tx, now.process(), wish.route, wish.forms, count);
                })));
  }

  private static Wish configured(RouteTrial.Rules now, int place) {
    var routes = now.process().router().routes();
    if (place > routes.size()) {
      throw Problem.field(
          "route", "is the place of a route in the file, from 1; there are " + routes.size());
    }
    var route = routes.get(place - 1);
    Map<DestinationName, Form> forms = new LinkedHashMap<>();
    route.settings().to().forEach(name -> forms.put(name, now.form(name)));
    return new Wish(route, forms);
  }

  private static Wish thought(Body body) {
    List<DestinationName> to =
        list(body, "to").stream()
            .map(text -> made("to", "is a list of destinations", text, DestinationName::new))
            .toList();
    RouteSettings settings =
        new RouteSettings(
            body.value("source", SourceName::parse, "is the name of a source"),
            list(body, "types"),
            body.text("when", MAX_TEXT),
            to.isEmpty() ? List.of(SOMEWHERE) : to,
            true,
            verdicts(body));
    Form form = form(body);
    Map<DestinationName, Form> forms = new LinkedHashMap<>();
    settings.to().forEach(name -> forms.put(name, form));
    return switch (dev.gatehouse.process.route.Route.check(settings)) {
      case dev.gatehouse.process.route.Route.Checked.Good good -> new Wish(good.route(), forms);
      case dev.gatehouse.process.route.Route.Checked.Bad bad -> {
        Mistake first = bad.mistakes().getFirst();
        throw Problem.field(first.path(), first.message());
      }
    };
  }

  private static Set<VerdictKind> verdicts(Body body) {
    List<String> words = list(body, "verdicts");
    if (words.isEmpty()) {
      return RouteSettings.APPLIED;
    }
    EnumSet<VerdictKind> kinds = EnumSet.noneOf(VerdictKind.class);
    words.forEach(
        word ->
            kinds.add(
                made(
                    "verdicts",
                    "is a list of applied, ignored, stale, rejected",
                    word,
                    VerdictKind::of)));
    return kinds;
  }

  private static Form form(Body body) {
    String jsonata = body.text("jsonata", MAX_TEXT);
    String payload = body.text("payload", MAX_TEXT);
    if (jsonata != null) {
      if (payload != null) {
        throw Problem.field("payload", "does not go together with jsonata");
      }
      Optional<String> mistake = Programs.mistakeIn(jsonata);
      if (mistake.isPresent()) {
        throw Problem.field("jsonata", mistake.get());
      }
      return new Form.Jsonata(jsonata, Form.Jsonata.DEFAULT_LIMIT, Form.Jsonata.DEFAULT_MAX_BYTES);
    }
    return switch (payload) {
      case null -> Form.AS_RECEIVED;
      case "received" -> Form.AS_RECEIVED;
      case "cloudevent" -> new Form.CloudEvent();
      default -> throw Problem.field("payload", "is received or cloudevent");
    };
  }

  private static List<String> list(Body body, String name) {
    @Nullable List<String> texts = body.texts(name, 300);
    return texts == null ? List.of() : texts;
  }

  private static <T> T made(
      String field, String expected, String text, java.util.function.Function<String, T> maker) {
    try {
      return maker.apply(text);
    } catch (IllegalArgumentException e) {
      throw Problem.field(field, expected);
    }
  }
}
