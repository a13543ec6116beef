package dev.gatehouse.process.route;

import dev.gatehouse.event.DestinationName;
import java.util.List;

/**
 * Where an event goes.
 *
 * @param to each destination once, in the order of the routes
 * @param failures routes whose filter had no answer: the event becomes a dead letter of stage route
 *     with code CONDITION_FAILED, and still goes where the others lead
 */
public record Routed(List<RoutedTo> to, List<Failure> failures) {
  /** Goes nowhere. */
  public static final Routed NOWHERE = new Routed(List.of(), List.of());

  public Routed {
    to = List.copyOf(to);
    failures = List.copyOf(failures);
  }

  /**
   * A route that could not be evaluated.
   *
   * @param route its place among the routes, from 0
   * @param missed destinations that only this route leads to
   * @param message why, without a value of the payload
   */
  public record Failure(int route, List<DestinationName> missed, String message) {
    public Failure {
      missed = List.copyOf(missed);
    }
  }
}
