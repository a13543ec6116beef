package dev.gatehouse.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/** Writes the rows for people or for programs. */
final class Report {
  private Report() {}

  /** {@code {"rows":[{"name":…,"value":…,"must":…,"ok":…,"beside":{…}}]}}, numbers rounded. */
  static String json(List<Row> rows) {
    List<Map<String, Object>> all = new ArrayList<>();
    for (Row row : rows) {
      Map<String, Object> each = new LinkedHashMap<>();
      each.put("name", row.name());
      each.put("value", Double.isNaN(row.value()) ? null : rounded(row.value()));
      each.put("must", row.must());
      each.put("ok", row.ok());
      Map<String, Object> beside = new LinkedHashMap<>();
      row.beside().forEach((name, value) -> beside.put(name, rounded(value)));
      each.put("beside", beside);
      all.add(each);
    }
    return JsonMapper.builder().build().writeValueAsString(Map.of("rows", all));
  }

  /** A table with the ceilings in the last column. */
  static String table(List<Row> rows) {
    StringBuilder table = new StringBuilder();
    line(table, "what", "measured", "must", "", "beside it");
    line(table, "-".repeat(58), "-".repeat(9), "-".repeat(9), "--", "-".repeat(40));
    for (Row row : rows) {
      line(
          table,
          row.name(),
          shown(row.value()),
          (row.atMost() ? "<= " : ">= ") + shown(row.must()),
          row.ok() ? "ok" : "NO",
          row.beside().entrySet().stream()
              .map(each -> each.getKey() + " " + shown(each.getValue()))
              .collect(Collectors.joining(", ")));
    }
    return table.toString();
  }

  private static void line(
      StringBuilder table, String name, String value, String must, String ok, String beside) {
    table.append(
        String.format(Locale.ROOT, "%-58s %9s %9s %2s %s%n", name, value, must, ok, beside));
  }

  private static Object rounded(Object value) {
    return value instanceof Double number && !number.isNaN()
        ? (Object) (Math.round(number * 1000) / 1000.0)
        : String.valueOf(value).equals("NaN") ? "NaN" : value;
  }

  private static String shown(Object value) {
    if (value instanceof Double number) {
      return Math.abs(number) >= 100
          ? String.format(Locale.ROOT, "%.0f", number)
          : String.format(Locale.ROOT, "%.2f", number);
    }
    return String.valueOf(value);
  }
}
