package dev.gatehouse.app.demo;

import java.io.PrintStream;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Prints what became of each request, as a table for people. */
final class Report {
  private static final String ROW = "%-52s  %-3s %-17s  %-38s %s%n";

  private Report() {}

  static void print(PrintStream out, List<Result> results, JsonNode stats) {
    out.printf(ROW, "what was sent", "", "answer", "what became of it", "");
    out.println("-".repeat(122));
    for (Result result : results) {
      Fate found = result.found();
      out.printf(
          ROW,
          result.request().title(),
          found.httpStatus(),
          found.answer()
              + (result.request().copies() > 1 ? " (1 of " + result.request().copies() + ")" : ""),
          found.describe(),
          result.asItMust() ? "ok" : "WRONG");
      if (!result.asItMust()) {
        out.println(
            "    expected: " + result.request().fate().describe() + " " + result.alsoWrong());
      }
    }
    out.println("-".repeat(122));
    out.printf(
        "received %d = pending %d + finished %d + dead %d    duplicates %d    rejected %d%n",
        number(stats, "received"),
        number(stats, "pending"),
        number(stats, "finished"),
        number(stats, "dead"),
        number(stats, "duplicates"),
        number(stats, "rejected"));
  }

  static boolean booksBalance(JsonNode stats) {
    return number(stats, "received")
        == number(stats, "pending") + number(stats, "finished") + number(stats, "dead");
  }

  private static long number(JsonNode stats, String field) {
    return stats.path(field).asLong(-1);
  }
}
