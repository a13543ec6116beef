package dev.gatehouse.receive.extract;

import dev.gatehouse.receive.signature.SpecMistake;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How one machine finds its entity and order in the events of a source.
 *
 * @param machine its name
 * @param types the event types it has moves for, or prefixes such as {@code order.*}; the types of
 *     a source's machines are disjoint
 * @param unmatched true when it also looks after types that no machine of the source knows; the
 *     first such rule counts
 * @param entity where the key stands; the first place that is there counts
 * @param sequence instead of the source's own; empty to use that
 * @param occurredAt instead of the source's own; empty to use that
 */
public record EntityRule(
    String machine,
    Set<String> types,
    boolean unmatched,
    List<FieldPath> entity,
    List<FieldPath> sequence,
    List<FieldPath> occurredAt) {
  public EntityRule {
    types = Set.copyOf(types);
    entity = List.copyOf(entity);
    sequence = List.copyOf(sequence);
    occurredAt = List.copyOf(occurredAt);
    if (entity.isEmpty()) {
      throw new SpecMistake("a machine has a place where its entity stands");
    }
  }

  /** Whether the machine has moves for that type. */
  boolean wants(@Nullable String type) {
    return type != null
        && (types.contains(type) || types.stream().anyMatch(each -> startsLike(type, each)));
  }

  private static boolean startsLike(String type, String pattern) {
    return pattern.endsWith(".*") && type.regionMatches(0, pattern, 0, pattern.length() - 1);
  }

  /** A rule with one path and the source's own order. */
  public static EntityRule of(String machine, Set<String> types, String entity) {
    return new EntityRule(
        machine, types, false, List.of(FieldPath.parse(entity)), List.of(), List.of());
  }
}
