package dev.gatehouse.operate.cli;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/**
 * A command that asks the admin API. Ends with 0, with 1 when the answer is no, 2 for wrong usage
 * or a token that may not, 3 when the gateway is away.
 */
abstract class AdminCommand implements Callable<Integer> {
  private static final int WIDEST = 500;

  @Mixin private AdminOptions options = new AdminOptions();
  @Spec private @Nullable CommandSpec spec;

  /** Does it; {@link CliFailure} for what goes wrong. */
  abstract int run(AdminClient client);

  @Override
  public final Integer call() {
    try {
      int exit = run(options.client());
      out().flush();
      return exit;
    } catch (CliFailure e) {
      PrintWriter err = spec().commandLine().getErr();
      err.println("gatehouse: " + e.getMessage());
      err.flush();
      return e.exitCode();
    }
  }

  AdminOptions options() {
    return options;
  }

  CommandSpec spec() {
    return Objects.requireNonNull(spec);
  }

  PrintWriter out() {
    return spec().commandLine().getOut();
  }

  boolean json() {
    return options.json();
  }

  /** Prints a page, and says when there is more. */
  int page(JsonNode page, Table table) {
    if (json()) {
      return show(page);
    }
    table.print(out(), page.path("data"));
    String next = page.path("next").asString("");
    if (!next.isEmpty()) {
      out().println("more: add --after " + next);
    }
    return 0;
  }

  /** Prints JSON as it came. */
  int show(JsonNode node) {
    out().println(node.toPrettyString());
    return 0;
  }

  /** Prints the members of an object, one a line; nested ones as JSON. */
  int fields(JsonNode object) {
    if (json()) {
      return show(object);
    }
    int width = object.propertyNames().stream().mapToInt(String::length).max().orElse(0);
    object
        .properties()
        .forEach(
            member -> {
              if (!isTable(member.getValue())) {
                out()
                    .println(
                        member.getKey()
                            + " ".repeat(width - member.getKey().length() + 2)
                            + Table.cell(member.getValue(), WIDEST));
              }
            });
    return 0;
  }

  private static boolean isTable(JsonNode value) {
    return value.isArray() && !value.isEmpty() && value.get(0).isObject();
  }

  /** Names and values in turn; values may be null. */
  static Map<String, @Nullable Object> values(@Nullable Object... namesAndValues) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      map.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
    }
    return map;
  }
}
