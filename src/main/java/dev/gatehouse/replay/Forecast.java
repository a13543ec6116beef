package dev.gatehouse.replay;

import dev.gatehouse.process.lane.Rehearsed;
import dev.gatehouse.replay.plan.Skip;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What would become of an item.
 *
 * @param word one of the words below
 * @param reason a code, a reason of the verdict, or a word of {@link Skip}
 * @param to destinations it would be delivered to, comma-separated
 */
record Forecast(String word, @Nullable String reason, @Nullable String to) {
  static final String FAIL = "would_fail";
  static final String SKIP = "would_skip";
  static final String DELIVER = "would_deliver";
  static final String WAIT = "would_wait";

  static Forecast skip(Skip why) {
    return new Forecast(SKIP, why.text(), null);
  }

  static Forecast of(Rehearsed event) {
    String to =
        event.to().isEmpty()
            ? null
            : event.to().stream().map(Object::toString).collect(Collectors.joining(","));
    if (event.held()) {
      return skip(Skip.HELD);
    }
    if (event.failure() != null) {
      return new Forecast(FAIL, event.failure().name(), to);
    }
    return switch (event.verdict()) {
      case DEFERRED -> new Forecast(WAIT, "deferred", null);
      case APPLIED -> new Forecast("would_apply", event.reason(), to);
      case STALE -> new Forecast("would_be_stale", event.reason(), to);
      case IGNORED, DUPLICATE -> new Forecast("would_be_ignored", event.reason(), to);
      case REJECTED -> new Forecast(FAIL, event.reason(), to);
    };
  }

  /** Whether followers of the entity would have their turn. */
  boolean letsFollowersGo() {
    return !word.equals(FAIL) && !(word.equals(SKIP) && reason != null && Ending.holds(reason));
  }

  /**
   * Whether that is something else than last time.
   *
   * @param before the code of a dead letter, or a verdict
   */
  boolean differsFrom(@Nullable String before) {
    String now = word.equals(FAIL) ? reason : word.substring(word.lastIndexOf('_') + 1);
    String last = before == null ? null : before.toLowerCase(Locale.ROOT);
    return now == null
        || last == null
        || !(now.toLowerCase(Locale.ROOT).equals(last) || same(last));
  }

  private boolean same(String last) {
    return switch (word) {
      case "would_apply" -> last.equals("applied");
      case "would_be_ignored" -> last.equals("ignored") || last.equals("duplicate");
      case DELIVER -> last.equals("delivered");
      default -> false;
    };
  }
}
