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
 * @param headers by name, whatever its case; null for one that is absent
 */
record Ask(
    @Nullable Caller callerOrNobody,
    Map<String, String> path,
    Parameters query,
    Function<String, @Nullable String> headers,
    Function<Set<String>, Body> bodyReader) {

  /** A header of the request; null when it is absent or blank. */
  @Nullable String header(String name, int max) {
    String value = headers.apply(name);
    return value == null || value.isBlank() ? null : Texts.check(name, value.strip(), max);
  }

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
