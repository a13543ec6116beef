package dev.gatehouse.operate.doctor;

import java.util.List;
import java.util.Locale;

/**
 * What was found about one thing.
 *
 * @param result {@code ok}, {@code warn} (works, look at it) or {@code fail} (does not keep its
 *     promises)
 * @param detail for people, in a line
 * @param items what it is about in particular, such as ids of events; bounded
 */
public record Check(String name, Result result, String detail, List<String> items) {
  /** How it is. */
  public enum Result {
    OK,
    WARN,
    FAIL;

    /** As the API writes it. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public Check {
    items = List.copyOf(items);
  }

  static Check ok(String name, String detail) {
    return new Check(name, Result.OK, detail, List.of());
  }

  static Check warn(String name, String detail) {
    return new Check(name, Result.WARN, detail, List.of());
  }

  static Check fail(String name, String detail) {
    return new Check(name, Result.FAIL, detail, List.of());
  }
}
