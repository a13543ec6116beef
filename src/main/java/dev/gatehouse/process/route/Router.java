package dev.gatehouse.process.route;

import dev.gatehouse.condition.ConditionFailed;
import dev.gatehouse.condition.Facts;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.InboundEvent;
import dev.gatehouse.process.machine.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All routes, in file order. */
public record Router(List<Route> routes) {
  /** No routes: nothing leaves. */
  public static final Router NONE = new Router(List.of());

  public Router {
    routes = List.copyOf(routes);
  }

  /**
   * Where the event goes. A destination that several routes lead to is there once, ordered when one
   * of them says so.
   *
   * @param facts about the event; the move is taken from the verdict
   * @return never throws, whatever the event holds
   */
  public Routed route(InboundEvent event, Verdict verdict, Facts facts) {
    Map<DestinationName, Boolean> to = new LinkedHashMap<>();
    List<Routed.Failure> failures = new ArrayList<>();
    for (int i = 0; i < routes.size(); i++) {
      RouteSettings settings = routes.get(i).settings();
      try {
        if (routes.get(i).takes(event, verdict, facts)) {
          settings.to().forEach(name -> to.merge(name, settings.ordered(), Boolean::logicalOr));
        }
      } catch (ConditionFailed e) {
        failures.add(
            new Routed.Failure(
                i, settings.to(), "the filter of route " + (i + 1) + ": " + e.getMessage()));
      }
    }
    return new Routed(
        to.entrySet().stream().map(each -> new RoutedTo(each.getKey(), each.getValue())).toList(),
        failures.stream().map(each -> without(each, to)).filter(Router::matters).toList());
  }

  private static Routed.Failure without(
      Routed.Failure failure, Map<DestinationName, Boolean> reached) {
    return new Routed.Failure(
        failure.route(),
        failure.missed().stream().filter(name -> !reached.containsKey(name)).toList(),
        failure.message());
  }

  /** A failure that kept the event from nowhere is none. */
  private static boolean matters(Routed.Failure failure) {
    return !failure.missed().isEmpty();
  }
}
