package dev.gatehouse.watch.inspect;

import java.util.Set;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/**
 * Which sources the asker may see; what belongs to others does not exist for it.
 *
 * @param sources null: all of them
 */
public record Scope(@Nullable Set<String> sources) {
  /** Sees everything. */
  public static final Scope ALL = new Scope(null);

  public Scope {
    sources = sources == null ? null : Set.copyOf(sources);
  }

  public boolean sees(String source) {
    return sources == null || sources.contains(source);
  }

  Condition allows(Field<String> sourceName) {
    return sources == null ? DSL.noCondition() : sourceName.in(sources);
  }
}
