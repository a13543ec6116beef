package dev.gatehouse.operate.cli;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which part of a list. */
final class Paging {
  @Option(names = "--limit", paramLabel = "N", description = "rows of the page, 1 to 200")
  private @Nullable Integer limit;

  @Option(names = "--after", paramLabel = "CURSOR", description = "what the page before gave")
  private @Nullable String after;

  Map<String, @Nullable Object> add(Map<String, @Nullable Object> query) {
    query.put("limit", limit);
    query.put("after", after);
    return query;
  }
}
