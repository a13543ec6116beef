package dev.gatehouse.operate.cli;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Destinations from a terminal. */
@Command(
    name = "destinations",
    mixinStandardHelpOptions = true,
    description = "List destinations and how they do; pause and resume them.",
    subcommands = {
      DestinationsCommand.Listing.class,
      DestinationsCommand.Pause.class,
      DestinationsCommand.Resume.class,
      DestinationsCommand.Attempts.class,
      DestinationsCommand.Circuit.class
    })
final class DestinationsCommand extends AdminCommand {
  @Override
  int run(AdminClient client) {
    return page(client.get("/destinations", values()), table());
  }

  private static Table table() {
    return new Table()
        .column("DESTINATION", "/name")
        .column("TARGET", "/target")
        .column("CIRCUIT", "/circuit/state")
        .column("WAITING", "/waiting")
        .column("IN FLIGHT", "/in_flight")
        .column("RETRYING", "/retrying")
        .column("REASON", "/circuit/reason");
  }

  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "List them and how they do.")
  static final class Listing extends AdminCommand {
    @Override
    int run(AdminClient client) {
      return page(client.get("/destinations", values()), table());
    }
  }

  /** Something done to one. */
  abstract static class Deed extends AdminCommand {
    private final String verb;

    @Parameters(paramLabel = "NAME")
    private String name = "";

    @Option(names = "--reason", paramLabel = "TEXT", description = "why, for those who come later")
    private @Nullable String reason;

    Deed(String verb) {
      this.verb = verb;
    }

    @Override
    final int run(AdminClient client) {
      JsonNode after =
          client.send(
              "POST",
              "/destinations/" + AdminClient.encoded(name) + "/" + verb,
              reason == null ? Map.of() : Map.of("reason", reason));
      if (after != null && json()) {
        return show(after);
      }
      out()
          .println(
              name + ": circuit " + (after == null ? "" : after.at("/circuit/state").asString()));
      return 0;
    }
  }

  @Command(
      name = "pause",
      mixinStandardHelpOptions = true,
      description = "Send nothing to it until it is resumed; what comes waits.")
  static final class Pause extends Deed {
    Pause() {
      super("pause");
    }
  }

  @Command(
      name = "resume",
      mixinStandardHelpOptions = true,
      description = "Let a paused or open one begin again.")
  static final class Resume extends Deed {
    Resume() {
      super("resume");
    }
  }

  @Command(
      name = "attempts",
      mixinStandardHelpOptions = true,
      description = "List attempts, those of the newest deliveries first.")
  static final class Attempts extends AdminCommand {
    @Mixin private Paging paging = new Paging();

    @Parameters(paramLabel = "NAME")
    private String name = "";

    @Override
    int run(AdminClient client) {
      return page(
          client.get(
              "/destinations/" + AdminClient.encoded(name) + "/attempts", paging.add(values())),
          new Table()
              .column("AT", "/at")
              .column("EVENT", "/event")
              .column("RUN", "/run")
              .column("NUMBER", "/number")
              .column("RESULT", "/result")
              .column("HTTP", "/http_status")
              .column("MS", "/latency_ms")
              .column("ERROR", "/error"));
    }
  }

  @Command(
      name = "circuit",
      mixinStandardHelpOptions = true,
      description = "List the moves of its circuit, the newest first.")
  static final class Circuit extends AdminCommand {
    @Mixin private Paging paging = new Paging();

    @Parameters(paramLabel = "NAME")
    private String name = "";

    @Override
    int run(AdminClient client) {
      return page(
          client.get(
              "/destinations/" + AdminClient.encoded(name) + "/circuit", paging.add(values())),
          new Table().column("AT", "/at").column("STATE", "/state").column("REASON", "/reason"));
    }
  }
}
