package dev.gatehouse.operate.cli;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Dead letters from a terminal. */
@Command(
    name = "dead-letters",
    mixinStandardHelpOptions = true,
    description = "List dead letters that wait for somebody, look at them, decide about them.",
    subcommands = {
      DeadLettersCommand.Listing.class,
      DeadLettersCommand.Groups.class,
      DeadLettersCommand.Show.class,
      DeadLettersCommand.Rerun.class,
      DeadLettersCommand.Close.class,
      DeadLettersCommand.Set.class
    })
final class DeadLettersCommand extends AdminCommand {
  @Mixin private Filter filter = new Filter();
  @Mixin private Paging paging = new Paging();

  /** Which of them. */
  static final class Filter {
    @Option(
        names = "--status",
        paramLabel = "STATUS",
        description =
            "open (by default), all, or some of new, investigating, waiting_for_source,"
                + " ready_for_replay, replayed, closed, separated by commas")
    private String status = "open";

    @Option(names = "--source", paramLabel = "NAME")
    private @Nullable String source;

    @Option(names = "--type", paramLabel = "TYPE")
    private @Nullable String type;

    @Option(names = "--destination", paramLabel = "NAME")
    private @Nullable String destination;

    @Option(names = "--stage", paramLabel = "STAGE")
    private @Nullable String stage;

    @Option(names = "--code", paramLabel = "CODE", description = "see docs/error-codes.md")
    private @Nullable String code;

    @Option(names = "--category", paramLabel = "CATEGORY")
    private @Nullable String category;

    @Option(names = "--owner", paramLabel = "OWNER")
    private @Nullable String owner;

    @Option(names = "--group", paramLabel = "GROUP")
    private @Nullable String group;

    @Option(names = "--event", paramLabel = "ID")
    private @Nullable String event;

    @Option(names = "--from", paramLabel = "INSTANT", description = "opened at or after")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "INSTANT", description = "opened before")
    private @Nullable String to;

    Map<String, @Nullable Object> query() {
      return values(
          "status",
          status.equals("all") ? null : status,
          "source",
          source,
          "type",
          type,
          "destination",
          destination,
          "stage",
          stage,
          "code",
          code,
          "category",
          category,
          "owner",
          owner,
          "group",
          group,
          "event",
          event,
          "from",
          from,
          "to",
          to);
    }
  }

  @Override
  int run(AdminClient client) {
    return page(client.get("/dead-letters", paging.add(filter.query())), table());
  }

  private static Table table() {
    return new Table()
        .column("DEAD LETTER", "/id")
        .column("OPENED", "/created_at")
        .column("CODE", "/code")
        .column("SOURCE", "/source")
        .column("TYPE", "/type")
        .column("DESTINATION", "/destination")
        .column("STATUS", "/status")
        .column("OWNER", "/owner")
        .column("MESSAGE", "/message");
  }

  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "List those that wait for somebody, newest first.")
  static final class Listing extends AdminCommand {
    @Mixin private Filter filter = new Filter();
    @Mixin private Paging paging = new Paging();

    @Override
    int run(AdminClient client) {
      return page(client.get("/dead-letters", paging.add(filter.query())), table());
    }
  }

  @Command(
      name = "groups",
      mixinStandardHelpOptions = true,
      description = "Group them by kind of trouble.")
  static final class Groups extends AdminCommand {
    @Mixin private Filter filter = new Filter();
    @Mixin private Paging paging = new Paging();

    @Override
    int run(AdminClient client) {
      return page(
          client.get("/dead-letters/groups", paging.add(filter.query())),
          new Table()
              .column("GROUP", "/group")
              .column("OPEN", "/open")
              .column("ALL", "/count")
              .column("CODE", "/code")
              .column("SOURCE", "/source")
              .column("DESTINATION", "/destination")
              .column("LAST", "/last_at")
              .column("EXAMPLE", "/example")
              .column("MESSAGE", "/message"));
    }
  }

  @Command(
      name = "show",
      mixinStandardHelpOptions = true,
      description = "Show one with its history.")
  static final class Show extends AdminCommand {
    @Parameters(paramLabel = "ID")
    private String id = "";

    @Override
    int run(AdminClient client) {
      JsonNode letter = client.get("/dead-letters/" + AdminClient.encoded(id), values());
      int exit = fields(letter);
      if (!json() && !letter.path("changes").isEmpty()) {
        out().println();
        new Table()
            .column("AT", "/at")
            .column("WHO", "/actor")
            .column("WHAT", "/field")
            .column("BEFORE", "/before")
            .column("AFTER", "/after")
            .column("NOTE", "/note")
            .print(out(), letter.path("changes"));
      }
      return exit;
    }
  }

  /** Does one thing to each of some, and goes on when one cannot be done. */
  abstract static class Each extends AdminCommand {
    @Parameters(paramLabel = "ID", arity = "1..*")
    private List<String> ids = List.of();

    @Option(names = "--note", paramLabel = "TEXT", description = "why, for those who come later")
    @Nullable String note;

    abstract @Nullable JsonNode one(AdminClient client, String path);

    @Override
    final int run(AdminClient client) {
      int worst = 0;
      for (String id : ids) {
        try {
          JsonNode letter = one(client, "/dead-letters/" + AdminClient.encoded(id));
          if (letter != null) {
            done(id, letter);
          }
        } catch (CliFailure e) {
          spec().commandLine().getErr().println("gatehouse: " + id + ": " + e.getMessage());
          spec().commandLine().getErr().flush();
          worst = Math.max(worst, e.exitCode());
        }
      }
      return worst;
    }

    private void done(String id, JsonNode letter) {
      if (json()) {
        show(letter);
      } else {
        out().println(id + " is " + letter.path("status").asString());
      }
    }
  }

  @Command(
      name = "rerun",
      mixinStandardHelpOptions = true,
      description =
          "Give the work back to the normal way, once. Each is named by its id; there is no all.")
  static final class Rerun extends Each {
    @Override
    @Nullable JsonNode one(AdminClient client, String path) {
      return client.send("POST", path + "/rerun", note == null ? Map.of() : Map.of("note", note));
    }
  }

  @Command(
      name = "close",
      mixinStandardHelpOptions = true,
      description = "Say that nothing more will be done; what stood behind it goes on.")
  static final class Close extends Each {
    @Override
    @Nullable JsonNode one(AdminClient client, String path) {
      return client.send(
          "PATCH",
          path,
          note == null ? Map.of("status", "closed") : Map.of("status", "closed", "note", note));
    }
  }

  @Command(
      name = "set",
      mixinStandardHelpOptions = true,
      description = "Set status or owner, or add a note.")
  static final class Set extends Each {
    @Option(names = "--status", paramLabel = "STATUS")
    private @Nullable String status;

    @Option(names = "--owner", paramLabel = "OWNER", description = "empty: nobody")
    private @Nullable String owner;

    @Override
    @Nullable JsonNode one(AdminClient client, String path) {
      Map<String, @Nullable Object> body = values("status", status, "owner", owner, "note", note);
      body.values().removeIf(value -> value == null);
      return client.send("PATCH", path, body);
    }
  }
}
