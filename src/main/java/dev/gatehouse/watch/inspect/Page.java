package dev.gatehouse.watch.inspect;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A part of a list.
 *
 * @param next give it back as {@code after} for what follows; null at the end. A page may be short,
 *     even empty, and still have a next one: a question looks through a bounded number of rows
 */
public record Page<T>(List<T> data, @JsonInclude @Nullable String next) {
  /** The most rows a page may have. */
  public static final int MAX_LIMIT = 200;

  /** Of {@code limit + 1} rows, shows {@code limit}; the cursor is made of the last one shown. */
  public static <T> Page<T> of(List<T> rows, int limit, Function<T, String> cursor) {
    return rows.size() > limit
        ? new Page<>(List.copyOf(rows.subList(0, limit)), cursor.apply(rows.get(limit - 1)))
        : new Page<>(List.copyOf(rows), null);
  }
}
