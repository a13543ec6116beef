package dev.gatehouse.config;

import dev.gatehouse.config.yaml.Key;
import dev.gatehouse.config.yaml.Kind;
import dev.gatehouse.config.yaml.Node;
import dev.gatehouse.config.yaml.Section;
import dev.gatehouse.config.yaml.Shape;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.SourceName;
import dev.gatehouse.process.machine.VerdictKind;
import dev.gatehouse.process.route.Route;
import dev.gatehouse.process.route.RouteSettings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** One item of {@code routes}. */
final class RouteBlock {
  private static final List<String> VERDICTS = List.of("applied", "ignored", "stale", "rejected");

  static final Shape SHAPE =
      Shape.of(
          Key.of("source", Kind.text("a source"), "only events of this source"),
          Key.of(
              "types",
              Kind.anyOf(Kind.listOf(Kind.text("an event type")), Kind.text("an event type")),
              "only these event types, such as order.*; without it all"),
          Key.of("when", Kind.text("a condition in CEL"), "only when it holds"),
          Key.of(
                  "to",
                  Kind.anyOf(Kind.listOf(Kind.text("a destination")), Kind.text("a destination")),
                  "the destinations")
              .required(),
          Key.of("ordered", Kind.flag(), "deliveries of one entity leave one after another")
              .byDefault(true),
          Key.of(
              "payload",
              Kind.anyOf(new Kind.Choice(RouteRule.FORMS), Kind.keys(RouteRule.PROGRAM)),
              "what events look like when they leave; without it as received"),
          Key.of("headers", Kind.keys(RouteRule.HEADERS), "rules for the headers of requests"),
          Key.of(
              "verdicts",
              Kind.listOf(new Kind.Choice(VERDICTS)),
              "which verdicts are routed; without it applied alone"));

  private RouteBlock() {}

  /** A route, and what becomes of events that take it. */
  record Read(Route route, RouteRule rule, Node node) {}

  static Optional<Read> read(
      Node node, Collection<String> sources, Collection<String> destinations) {
    int before = node.mistakes().count();
    Section section = node.section(SHAPE);
    SourceName source =
        section.has("source")
            ? Building.known(section.at("source"), "source", sources)
                .map(SourceName::new)
                .orElse(null)
            : null;
    List<String> types = MachineBlock.texts(section.at("types"), "an event type");
    String when = section.at("when").text("a condition in CEL").orElse(null);
    List<DestinationName> to = new ArrayList<>();
    for (Node each : section.at("to").itemsOrOne()) {
      Building.known(each, "destination", destinations)
          .map(DestinationName::new)
          .ifPresent(to::add);
    }
    boolean ordered = section.at("ordered").flag().orElse(true);
    Set<VerdictKind> verdicts = verdicts(section);
    RouteRule rule = RouteRule.read(section);
    if (node.mistakes().count() > before) {
      return Optional.empty();
    }
    return switch (Route.check(new RouteSettings(source, types, when, to, ordered, verdicts))) {
      case Route.Checked.Good good -> Optional.of(new Read(good.route(), rule, node));
      case Route.Checked.Bad bad -> {
        bad.mistakes().forEach(each -> node.mistakeAt(each.path(), each.message()));
        yield Optional.empty();
      }
    };
  }

  private static Set<VerdictKind> verdicts(Section section) {
    if (!section.has("verdicts")) {
      return RouteSettings.APPLIED;
    }
    EnumSet<VerdictKind> verdicts = EnumSet.noneOf(VerdictKind.class);
    for (Node each : section.at("verdicts").items()) {
      each.oneOf(VERDICTS).map(VerdictKind::of).ifPresent(verdicts::add);
    }
    return verdicts;
  }
}
