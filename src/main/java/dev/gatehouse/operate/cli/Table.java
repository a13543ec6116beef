package dev.gatehouse.operate.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Prints JSON objects as a table for people: one line each, columns as wide as they need. */
final class Table {
  private static final int WIDEST = 60;
  private static final int WIDEST_LAST = 200;

  private final List<String> titles = new ArrayList<>();
  private final List<String> pointers = new ArrayList<>();

  /**
   * @param pointer a JSON Pointer into each row
   */
  Table column(String title, String pointer) {
    titles.add(title);
    pointers.add(pointer);
    return this;
  }

  void print(PrintWriter out, JsonNode rows) {
    if (rows.isEmpty()) {
      out.println("none");
      return;
    }
    List<List<String>> lines = new ArrayList<>();
    lines.add(titles);
    for (JsonNode row : rows) {
      List<String> cells = new ArrayList<>();
      for (String pointer : pointers) {
        boolean last = cells.size() == pointers.size() - 1;
        cells.add(cell(row.at(pointer), last ? WIDEST_LAST : WIDEST));
      }
      lines.add(cells);
    }
    int[] widths = new int[titles.size()];
    for (List<String> line : lines) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], line.get(i).length());
      }
    }
    lines.forEach(line -> out.println(padded(line, widths)));
  }

  private static String padded(List<String> line, int[] widths) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      text.append(line.get(i)).append(" ".repeat(widths[i] - line.get(i).length() + 2));
    }
    return text.toString().stripTrailing();
  }

  /** What came from senders must not steer the terminal. */
  static String cell(JsonNode value, int widest) {
    String text =
        switch (value) {
          case JsonNode node when node.isMissingNode() || node.isNull() -> "-";
          case JsonNode node when node.isString() -> node.stringValue();
          case JsonNode node when node.isArray() -> joined(node);
          default -> value.toString();
        };
    String safe = text.replaceAll("[\\p{Cntrl}\\p{Cf}\\u2028\\u2029]", "\uFFFD");
    return safe.length() <= widest ? safe : safe.substring(0, widest - 1) + "…";
  }

  private static String joined(JsonNode array) {
    List<String> items = new ArrayList<>();
    array.forEach(item -> items.add(item.isString() ? item.stringValue() : item.toString()));
    return items.isEmpty() ? "-" : String.join(",", items);
  }
}
