package dev.gatehouse.replay.plan;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which items are chosen; parts that are null do not matter, and those that are set all hold.
 *
 * @param type exact, or a prefix followed by {@code *}
 * @param from opened, for events received, at or after
 * @param to before
 * @param ids of dead letters, events or deliveries; empty: any
 * @param limit the oldest so many; null: all, and more than the bound is refused
 */
public record ReplayFilter(
    Subject subject,
    @Nullable String source,
    @Nullable String type,
    @Nullable String code,
    @Nullable String group,
    @Nullable String schemaVersion,
    @Nullable Instant from,
    @Nullable Instant to,
    @Nullable String destination,
    @Nullable String machine,
    @Nullable String key,
    @Nullable String owner,
    List<UUID> ids,
    @Nullable Integer limit) {

  public ReplayFilter {
    ids = List.copyOf(ids);
  }

  /** What is missing or does not fit the subject, for people; empty when it can be used. */
  public Optional<String> fault() {
    boolean oneMore = code != null || group != null || owner != null;
    return Optional.ofNullable(
        switch (subject) {
          case DEAD_LETTERS ->
              isEmpty() ? "says which ones; to mean all of a source, name the source" : null;
          case EVENTS ->
              oneMore || destination != null
                  ? "of events knows no code, group, owner or destination"
                  : ids.isEmpty() && (from == null || to == null)
                      ? "of events needs from and to, or ids"
                      : null;
          case DELIVERIES ->
              oneMore
                  ? "of deliveries knows no code, group or owner"
                  : destination == null
                      ? "of deliveries needs the one destination"
                      : ids.isEmpty() && (from == null || to == null)
                          ? "of deliveries needs from and to, or ids"
                          : null;
        });
  }

  private boolean isEmpty() {
    return parts().size() == 1;
  }

  /** What is set, by its name in the API, in a fixed order. */
  public Map<String, Object> parts() {
    Map<String, Object> parts = new LinkedHashMap<>();
    parts.put("subject", subject.text());
    put(parts, "source", source);
    put(parts, "type", type);
    put(parts, "code", code);
    put(parts, "group", group);
    put(parts, "schema_version", schemaVersion);
    put(parts, "from", from == null ? null : from.toString());
    put(parts, "to", to == null ? null : to.toString());
    put(parts, "destination", destination);
    put(parts, "machine", machine);
    put(parts, "key", key);
    put(parts, "owner", owner);
    put(parts, "ids", ids.isEmpty() ? null : ids.stream().map(UUID::toString).sorted().toList());
    put(parts, "limit", limit);
    return parts;
  }

  private static void put(Map<String, Object> parts, String name, @Nullable Object value) {
    if (value != null) {
      parts.put(name, value);
    }
  }
}
