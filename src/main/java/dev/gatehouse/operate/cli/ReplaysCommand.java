package dev.gatehouse.operate.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Replays from a terminal. */
@Command(
    name = "replays",
    mixinStandardHelpOptions = true,
    description = "Run a chosen set of dead letters, events or deliveries again, under control.",
    subcommands = {
      ReplaysCommand.Listing.class,
      ReplaysCommand.Start.class,
      ReplaysCommand.Show.class,
      ReplaysCommand.Items.class,
      ReplaysCommand.Approve.class,
      ReplaysCommand.Stop.class,
      ReplaysCommand.Resume.class,
      ReplaysCommand.Cancel.class
    })
final class ReplaysCommand extends AdminCommand {
  @Mixin private Paging paging = new Paging();

  @Override
  int run(AdminClient client) {
    return list(this, client, paging);
  }

  private static int list(AdminCommand command, AdminClient client, Paging paging) {
    return command.page(
        client.get("/replays", paging.add(values())),
        new Table()
            .column("REPLAY", "/id")
            .column("ASKED", "/created_at")
            .column("STATE", "/state")
            .column("DRY", "/dry_run")
            .column("SELECTED", "/counts/selected")
            .column("DONE", "/counts/succeeded")
            .column("FAILED", "/counts/failed")
            .column("SKIPPED", "/counts/skipped")
            .column("LEFT", "/counts/left")
            .column("BY", "/requested_by")
            .column("REASON", "/reason"));
  }

  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "List replays, newest first.")
  static final class Listing extends AdminCommand {
    @Mixin private Paging paging = new Paging();

    @Override
    int run(AdminClient client) {
      return list(this, client, paging);
    }
  }

  @Command(
      name = "start",
      mixinStandardHelpOptions = true,
      description = {
        "Ask for a replay. With --dry-run only a forecast is made.",
        "There is no all: at least one option has to say which ones."
      })
  static final class Start extends AdminCommand {
    @Option(
        names = "--subject",
        paramLabel = "WHAT",
        description = "dead_letters (by default), events, or deliveries that have arrived")
    private @Nullable String subject;

    @Option(names = "--id", paramLabel = "ID", description = "one of them; may be repeated")
    private List<String> ids = List.of();

    @Option(names = "--source", paramLabel = "NAME")
    private @Nullable String source;

    @Option(names = "--type", paramLabel = "TYPE", description = "exact, or a beginning and *")
    private @Nullable String type;

    @Option(names = "--code", paramLabel = "CODE", description = "see docs/error-codes.md")
    private @Nullable String code;

    @Option(names = "--group", paramLabel = "GROUP")
    private @Nullable String group;

    @Option(names = "--schema-version", paramLabel = "VERSION")
    private @Nullable String schemaVersion;

    @Option(names = "--destination", paramLabel = "NAME")
    private @Nullable String destination;

    @Option(names = "--machine", paramLabel = "NAME")
    private @Nullable String machine;

    @Option(names = "--key", paramLabel = "KEY", description = "of the entity")
    private @Nullable String key;

    @Option(names = "--owner", paramLabel = "OWNER")
    private @Nullable String owner;

    @Option(
        names = "--from",
        paramLabel = "INSTANT",
        description = "opened or received at or after")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "INSTANT", description = "opened or received before")
    private @Nullable String to;

    @Option(names = "--limit", paramLabel = "N", description = "the oldest so many")
    private @Nullable Integer limit;

    @Option(
        names = "--reason",
        paramLabel = "TEXT",
        required = true,
        description = "why, for those who come later")
    private String reason = "";

    @Option(names = "--dry-run", description = "say what would happen, and do nothing")
    private boolean dryRun;

    @Option(names = "--approval", description = "somebody else has to say yes first")
    private boolean approval;

    @Option(names = "--canary", paramLabel = "N|P%", description = "a first stage of so many")
    private @Nullable String canary;

    @Option(
        names = "--stages",
        paramLabel = "N|P%",
        split = ",",
        description = "further stages, counted from the first item")
    private List<String> stages = List.of();

    @Option(names = "--hold", description = "stop after each stage until somebody resumes it")
    private boolean hold;

    @Option(
        names = "--stop-at",
        paramLabel = "RATIO",
        description = "stop when a greater share fails, 0 to 1; 0.5 by default")
    private @Nullable Double stopAt;

    @Option(names = "--per-second", paramLabel = "N", description = "start at most; 50 by default")
    private @Nullable Integer perSecond;

    @Override
    int run(AdminClient client) {
      Map<String, @Nullable Object> body =
          set(
              "filter",
              set(
                  "subject", subject,
                  "source", source,
                  "type", type,
                  "code", code,
                  "group", group,
                  "schema_version", schemaVersion,
                  "destination", destination,
                  "machine", machine,
                  "key", key,
                  "owner", owner,
                  "from", from,
                  "to", to,
                  "ids", ids.isEmpty() ? null : ids,
                  "limit", limit),
              "reason",
              reason,
              "dry_run",
              dryRun,
              "approval",
              approval,
              "canary",
              canary,
              "stages",
              stages,
              "hold_between_stages",
              hold,
              "stop_at_failure_ratio",
              stopAt,
              "per_second",
              perSecond);
      JsonNode replay = client.send("POST", "/replays", body);
      return replay == null ? CliFailure.AWAY : fields(replay);
    }
  }

  private static Map<String, @Nullable Object> set(@Nullable Object... namesAndValues) {
    Map<String, @Nullable Object> set = new LinkedHashMap<>(values(namesAndValues));
    set.values().removeIf(value -> value == null);
    return set;
  }

  @Command(name = "show", mixinStandardHelpOptions = true, description = "Show one with its books.")
  static final class Show extends AdminCommand {
    @Parameters(paramLabel = "ID")
    private String id = "";

    @Override
    int run(AdminClient client) {
      return fields(client.get("/replays/" + AdminClient.encoded(id), values()));
    }
  }

  @Command(
      name = "items",
      mixinStandardHelpOptions = true,
      description = "List its items with what became, or would become, of each.")
  static final class Items extends AdminCommand {
    @Parameters(paramLabel = "ID")
    private String id = "";

    @Option(names = "--state", paramLabel = "STATE")
    private @Nullable String state;

    @Mixin private Paging paging = new Paging();

    @Override
    int run(AdminClient client) {
      return page(
          client.get(
              "/replays/" + AdminClient.encoded(id) + "/items", paging.add(values("state", state))),
          new Table()
              .column("NO", "/position")
              .column("EVENT", "/event")
              .column("TYPE", "/type")
              .column("ENTITY", "/key")
              .column("DESTINATION", "/destination")
              .column("STATE", "/state")
              .column("REASON", "/reason")
              .column("FORECAST", "/forecast")
              .column("BECAUSE", "/forecast_reason"));
    }
  }

  /** One decision about one replay. */
  abstract static class Deciding extends AdminCommand {
    private final String word;

    @Parameters(paramLabel = "ID")
    private String id = "";

    @Option(names = "--note", paramLabel = "TEXT", description = "why, for those who come later")
    private @Nullable String note;

    Deciding(String word) {
      this.word = word;
    }

    @Override
    final int run(AdminClient client) {
      JsonNode replay =
          client.send(
              "POST", "/replays/" + AdminClient.encoded(id) + "/" + word, set("note", note));
      if (replay == null || json()) {
        return replay == null ? CliFailure.AWAY : show(replay);
      }
      out().println(id + " is " + replay.path("state").asString());
      return 0;
    }
  }

  @Command(
      name = "approve",
      mixinStandardHelpOptions = true,
      description = "Say yes to a replay that somebody else asked for.")
  static final class Approve extends Deciding {
    Approve() {
      super("approve");
    }
  }

  @Command(
      name = "stop",
      mixinStandardHelpOptions = true,
      description = "Start nothing more; what is under way comes to its end.")
  static final class Stop extends Deciding {
    Stop() {
      super("stop");
    }
  }

  @Command(
      name = "resume",
      mixinStandardHelpOptions = true,
      description = "Go on where it was stopped.")
  static final class Resume extends Deciding {
    Resume() {
      super("resume");
    }
  }

  @Command(
      name = "cancel",
      mixinStandardHelpOptions = true,
      description = "Give up what was not started.")
  static final class Cancel extends Deciding {
    Cancel() {
      super("cancel");
    }
  }
}
