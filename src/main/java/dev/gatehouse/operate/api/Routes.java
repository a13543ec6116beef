package dev.gatehouse.operate.api;

import java.util.ArrayList;
import java.util.List;

/** The table of all routes. */
final class Routes {
  private Routes() {}

  static List<Route> all(AdminParts parts, Tokens tokens, Audit audit) {
    List<Route> all = new ArrayList<>();
    all.addAll(new EventRoutes(parts.database(), audit).routes());
    all.addAll(new DeadLetterRoutes(parts, audit).routes());
    all.addAll(new ReplayRoutes(parts, audit).routes());
    all.addAll(new SourceRoutes(parts, audit).routes());
    all.addAll(new DestinationRoutes(parts, audit).routes());
    all.addAll(new RouteTrialRoutes(parts, audit).routes());
    all.addAll(new TokenRoutes(parts.database(), tokens, audit, parts.clock()).routes());
    all.addAll(new SystemRoutes(parts, audit).routes());
    return List.copyOf(all);
  }
}
