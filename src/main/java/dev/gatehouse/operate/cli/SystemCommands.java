package dev.gatehouse.operate.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** The gateway as a whole, from a terminal. */
final class SystemCommands {
  private SystemCommands() {}

  @Command(
      name = "audit",
      mixinStandardHelpOptions = true,
      description = "List who did what through the admin port, newest first.")
  static final class Audit extends AdminCommand {
    @Mixin private Paging paging = new Paging();

    @Option(names = "--actor", paramLabel = "NAME")
    private @Nullable String actor;

    @Option(names = "--action", paramLabel = "ACTION")
    private @Nullable String action;

    @Override
    int run(AdminClient client) {
      return page(
          client.get("/audit", paging.add(values("actor", actor, "action", action))),
          new Table()
              .column("AT", "/at")
              .column("WHO", "/actor")
              .column("DID", "/action")
              .column("TO", "/target")
              .column("", "/detail"));
    }
  }

  @Command(
      name = "alerts",
      mixinStandardHelpOptions = true,
      description = "List what needs people now.")
  static final class Alerts extends AdminCommand {
    @Mixin private Paging paging = new Paging();

    @Option(names = "--all", description = "those that are over, too")
    private boolean all;

    @Override
    int run(AdminClient client) {
      return page(
          client.get("/alerts", paging.add(values("state", all ? "all" : "open"))),
          new Table()
              .column("SINCE", "/first_at")
              .column("KIND", "/kind")
              .column("ABOUT", "/subject")
              .column("COUNT", "/count")
              .column("OVER", "/resolved_at")
              .column("", "/message"));
    }
  }

  @Command(
      name = "stats",
      mixinStandardHelpOptions = true,
      description = "Count events by where they are.")
  static final class Stats extends AdminCommand {
    @Override
    int run(AdminClient client) {
      return fields(client.get("/stats", values()));
    }
  }

  @Command(
      name = "doctor",
      mixinStandardHelpOptions = true,
      description =
          "Check set-up, database, lanes, backlog, and that every event is accounted for.",
      exitCodeListHeading = "%nExit codes:%n",
      exitCodeList = {
        "0:nothing has failed",
        "1:something has",
        "2:wrong usage or a token that may not",
        "3:no gateway answers"
      })
  static final class Doctor extends AdminCommand {
    @Override
    int run(AdminClient client) {
      JsonNode found = client.get("/doctor", values());
      if (json()) {
        show(found);
      } else {
        new Table()
            .column("CHECK", "/name")
            .column("RESULT", "/result")
            .column("", "/detail")
            .print(out(), found.path("data"));
        for (JsonNode check : found.path("data")) {
          for (JsonNode item : check.path("items")) {
            out().println("  " + check.path("name").asString() + ": " + item.asString());
          }
        }
      }
      return found.path("ok").asBoolean(false) ? 0 : CliFailure.NO;
    }
  }
}
