package dev.gatehouse.config.yaml;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What stands at a place of the file. */
sealed interface Content {
  /** Not there, or an explicit null. */
  record Absent() implements Content {}

  /** There, but reported already: getters give nothing and stay silent. */
  record Broken() implements Content {}

  /**
   * @param text after references were followed
   * @param raw as written; what {@code config show} prints
   * @param plain without quotes, so that numbers and booleans mean what the core schema says
   * @param referred whether anything came from a reference; then no message repeats the text
   * @param tag {@code str}, {@code int}, {@code bool} … when the file forces one
   */
  record Scalar(String text, String raw, boolean plain, boolean referred, @Nullable String tag)
      implements Content {}

  record Items(List<Node> items) implements Content {
    public Items {
      items = List.copyOf(items);
    }
  }

  /** Both in the order of the file; {@code places} says where each key stands. */
  record Entries(Map<String, Node> entries, Map<String, Position> places) implements Content {}
}
