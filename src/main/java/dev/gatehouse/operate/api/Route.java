package dev.gatehouse.operate.api;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One line of the table of routes.
 *
 * @param path in Javalin's notation: {@code {name}} stops at a slash, {@code <name>} does not
 * @param permission what the asker must have; null: open to everybody
 * @param global about the gateway as a whole: closed to tokens that are limited to sources
 * @param query the parameters it knows
 */
record Route(
    String method,
    String path,
    @Nullable Permission permission,
    boolean global,
    Set<String> query,
    Handler handler) {

  /** Does it. */
  interface Handler {
    Answer answer(Ask ask);
  }

  Route {
    query = Set.copyOf(query);
  }

  /** A question, closed to nobody who may read what it is about. */
  static Route get(String path, Permission permission, Handler handler, String... query) {
    return new Route("GET", path, permission, false, Set.of(query), handler);
  }

  static Route open(String path, Handler handler) {
    return new Route("GET", path, null, false, Set.of(), handler);
  }

  static Route of(
      String method, String path, Permission permission, Handler handler, String... query) {
    return new Route(method, path, permission, false, Set.of(query), handler);
  }

  /** The same, about the gateway as a whole. */
  Route forAll() {
    return new Route(method, path, permission, true, query, handler);
  }

  /** As OpenAPI writes paths. */
  String openApiPath() {
    return path.replace('<', '{').replace('>', '}');
  }
}
