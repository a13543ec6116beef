package dev.gatehouse.config;

import dev.gatehouse.config.yaml.ByteSize;
import dev.gatehouse.config.yaml.Key;
import dev.gatehouse.config.yaml.Kind;
import dev.gatehouse.config.yaml.Node;
import dev.gatehouse.config.yaml.Section;
import dev.gatehouse.config.yaml.Shape;
import dev.gatehouse.deliver.DestinationSettings;
import dev.gatehouse.deliver.Form;
import dev.gatehouse.deliver.OwnHeaders;
import dev.gatehouse.deliver.Target;
import dev.gatehouse.deliver.shape.Programs;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.receive.signature.Secret;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * {@code payload} and {@code headers} of a route: what becomes of events on their way.
 *
 * <p>There is one delivery for each event and destination, however many routes lead there, so all
 * routes to a destination have to say the same; the destination then has it.
 *
 * @param set headers of our own, beside those of the destination
 * @param copy names of received headers that go along, in lower case, as is {@code remove}
 * @param remove names of headers the destination would send and this route does not
 */
record RouteRule(Form form, Map<String, Secret> set, Set<String> copy, Set<String> remove) {
  static final List<String> FORMS = List.of("received", "cloudevent");

  private static final RouteRule NONE =
      new RouteRule(Form.AS_RECEIVED, Map.of(), Set.of(), Set.of());

  /** Words in the names of headers that prove who sent a request; they are not passed on. */
  private static final List<String> PROOFS =
      List.of("signature", "authorization", "cookie", "token", "hmac", "secret", "api-key");

  private static final Duration LONGEST = Duration.ofSeconds(10);

  static final Shape PROGRAM =
      Shape.of(
          Key.of("jsonata", Kind.text("a program"), "makes JSON of the body").required(),
          Key.of("limit", Kind.duration(), "how long it may take for one event")
              .byDefault(Form.Jsonata.DEFAULT_LIMIT),
          Key.of("max_size", Kind.size(), "of what it makes"));

  static final Shape HEADERS =
      Shape.of(
          Key.of("set", Kind.named(Kind.text("a value")), "sent with each request").hidden(),
          Key.of("copy", Kind.listOf(Kind.text("a header name")), "of the received request"),
          Key.of(
              "remove",
              Kind.listOf(Kind.text("a header name")),
              "that the destination would send"));

  RouteRule {
    set = Map.copyOf(set);
    copy = Set.copyOf(copy);
    remove = Set.copyOf(remove);
  }

  static RouteRule read(Section route) {
    Form form = form(route.at("payload"));
    if (!route.has("headers")) {
      return new RouteRule(form, Map.of(), Set.of(), Set.of());
    }
    Section headers = route.at("headers").section(HEADERS);
    return new RouteRule(
        form,
        DestinationBlock.headers(headers.at("set")),
        names(headers.at("copy"), true),
        names(headers.at("remove"), false));
  }

  /** Gives each destination what the routes to it say; where they differ, a mistake. */
  static Map<DestinationName, DestinationSettings> apply(
      List<RouteBlock.Read> routes, Map<DestinationName, DestinationSettings> destinations) {
    Map<DestinationName, RouteRule> rules = new HashMap<>();
    Map<DestinationName, DestinationSettings> after = new LinkedHashMap<>(destinations);
    for (RouteBlock.Read route : routes) {
      for (DestinationName name : route.route().settings().to()) {
        RouteRule other = rules.putIfAbsent(name, route.rule());
        if (other != null && !other.equals(route.rule())) {
          route
              .node()
              .mistake(
                  "payload and headers differ from those of another route to "
                      + name
                      + "; all routes to a destination say the same");
        }
        DestinationSettings settings = after.get(name);
        if (other == null && settings != null && !route.rule().equals(NONE)) {
          route.rule().to(settings, route.node()).ifPresent(made -> after.put(name, made));
        }
      }
    }
    return after;
  }

  private Optional<DestinationSettings> to(DestinationSettings settings, Node route) {
    if (settings.target() instanceof Target.Http http) {
      return Optional.of(settings.shaped(form, http.withHeaders(headers(http), forward(http))));
    }
    if (!set.isEmpty() || !copy.isEmpty() || !remove.isEmpty()) {
      route.mistakeAt("headers", "have a meaning only for a url; " + settings.name() + " has none");
      return Optional.empty();
    }
    return Optional.of(settings.shaped(form, settings.target()));
  }

  private Map<String, Secret> headers(Target.Http http) {
    Map<String, Secret> headers = new HashMap<>(http.headers());
    headers.keySet().removeIf(name -> remove.contains(name.toLowerCase(Locale.ROOT)));
    set.forEach(
        (name, value) -> {
          headers.keySet().removeIf(name::equalsIgnoreCase);
          headers.put(name, value);
        });
    return headers;
  }

  private Set<String> forward(Target.Http http) {
    Set<String> forward = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    forward.addAll(http.forward());
    forward.removeIf(name -> remove.contains(name.toLowerCase(Locale.ROOT)));
    forward.addAll(copy);
    return forward;
  }

  private static Form form(Node node) {
    if (node.isAbsent()) {
      return Form.AS_RECEIVED;
    }
    if (!node.isMap()) {
      return node.oneOf(FORMS).orElse("received").equals("cloudevent")
          ? new Form.CloudEvent()
          : Form.AS_RECEIVED;
    }
    Section section = node.section(PROGRAM);
    Node place = section.at("jsonata");
    Optional<String> program = place.text("a program");
    program.flatMap(Programs::mistakeIn).ifPresent(place::mistake);
    Duration limit =
        section
            .at("limit")
            .duration(Duration.ofMillis(1), LONGEST)
            .orElse(Form.Jsonata.DEFAULT_LIMIT);
    int max =
        section.has("max_size")
            ? section
                .at("max_size")
                .size(new ByteSize(1), new ByteSize(16 << 20))
                .map(size -> Math.toIntExact(size.bytes()))
                .orElse(Form.Jsonata.DEFAULT_MAX_BYTES)
            : Form.Jsonata.DEFAULT_MAX_BYTES;
    return new Form.Jsonata(program.orElse(""), limit, max);
  }

  private static Set<String> names(Node list, boolean copied) {
    Set<String> names = new TreeSet<>();
    for (Node each : list.items()) {
      Optional<String> name = each.text("a header name").map(text -> text.toLowerCase(Locale.ROOT));
      name.flatMap(text -> mistakeIn(text, copied)).ifPresent(each::mistake);
      name.ifPresent(names::add);
    }
    return names;
  }

  private static Optional<String> mistakeIn(String name, boolean copied) {
    return copied && PROOFS.stream().anyMatch(name::contains)
        ? Optional.of("the header " + name + " proves who sent the request and is not passed on")
        : OwnHeaders.mistakeIn(name);
  }
}
