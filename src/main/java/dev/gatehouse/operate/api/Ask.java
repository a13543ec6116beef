package dev.gatehouse.operate.api;

import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A request whose asker is known and allowed, and whose query has been checked.
 *
 * @param path the parameters of the path, decoded
 */
record Ask(
    @Nullable Caller callerOrNobody,
    Map<String, String> path,
    Parameters query,
    Function<Set<String>, Body> bodyReader) {

  /** On a route that takes a permission there is one. */
  Caller caller() {
    return Objects.requireNonNull(callerOrNobody);
  }

  String pathText(String name) {
    return Texts.check(name, Objects.requireNonNull(path.get(name)), 300);
  }

  /** What cannot be an id names nothing: 404. */
  UUID pathId(String name, String what) {
    return Texts.uuid(Objects.requireNonNull(path.get(name)))
        .orElseThrow(() -> Problem.notFound(what));
  }

  Body body(String... known) {
    return bodyReader.apply(Set.of(known));
  }
}
