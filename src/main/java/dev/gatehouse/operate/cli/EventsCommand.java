package dev.gatehouse.operate.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Events from a terminal. */
@Command(
    name = "events",
    mixinStandardHelpOptions = true,
    description = "List events, newest first, or look at one.",
    subcommands = {
      EventsCommand.Listing.class,
      EventsCommand.Show.class,
      EventsCommand.Timeline.class,
      EventsCommand.Body.class
    })
final class EventsCommand extends AdminCommand {
  @Mixin private Filter filter = new Filter();
  @Mixin private Paging paging = new Paging();

  /** Which of them. */
  static final class Filter {
    @Option(names = "--source", paramLabel = "NAME")
    private @Nullable String source;

    @Option(names = "--type", paramLabel = "TYPE")
    private @Nullable String type;

    @Option(names = "--machine", paramLabel = "NAME")
    private @Nullable String machine;

    @Option(names = "--key", paramLabel = "KEY", description = "the entity's key")
    private @Nullable String key;

    @Option(names = "--event-id", paramLabel = "ID", description = "the provider's own id")
    private @Nullable String eventId;

    @Option(
        names = "--status",
        paramLabel = "STATUS",
        description = "pending, deferred, applied, stale, ignored, delivered or dead")
    private @Nullable String status;

    @Option(names = "--from", paramLabel = "INSTANT", description = "received at or after")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "INSTANT", description = "received before")
    private @Nullable String to;

    Map<String, @Nullable Object> query() {
      return values(
          "source",
          source,
          "type",
          type,
          "machine",
          machine,
          "key",
          key,
          "event_id",
          eventId,
          "status",
          status,
          "from",
          from,
          "to",
          to);
    }
  }

  @Override
  int run(AdminClient client) {
    return page(client.get("/events", paging.add(filter.query())), table());
  }

  private static Table table() {
    return new Table()
        .column("EVENT", "/id")
        .column("RECEIVED", "/received_at")
        .column("SOURCE", "/source")
        .column("TYPE", "/type")
        .column("ENTITY", "/key")
        .column("STATUS", "/status")
        .column("REASON", "/verdict/reason");
  }

  @Command(name = "list", mixinStandardHelpOptions = true, description = "List them, newest first.")
  static final class Listing extends AdminCommand {
    @Mixin private Filter filter = new Filter();
    @Mixin private Paging paging = new Paging();

    @Override
    int run(AdminClient client) {
      return page(client.get("/events", paging.add(filter.query())), table());
    }
  }

  @Command(
      name = "show",
      mixinStandardHelpOptions = true,
      description = "Show an event with its deliveries.")
  static final class Show extends AdminCommand {
    @Parameters(paramLabel = "ID")
    private String id = "";

    @Override
    int run(AdminClient client) {
      JsonNode event = client.get("/events/" + AdminClient.encoded(id), values());
      int exit = fields(event);
      if (!json() && !event.path("deliveries").isEmpty()) {
        out().println();
        new Table()
            .column("DELIVERY", "/id")
            .column("DESTINATION", "/destination")
            .column("STATUS", "/status")
            .column("ATTEMPTS", "/attempts")
            .column("NEXT", "/next_attempt_at")
            .column("LAST", "/last_result")
            .print(out(), event.path("deliveries"));
      }
      return exit;
    }
  }

  @Command(
      name = "timeline",
      mixinStandardHelpOptions = true,
      description = "Tell everything that happened to an event.")
  static final class Timeline extends AdminCommand {
    @Parameters(paramLabel = "ID")
    private String id = "";

    @Override
    int run(AdminClient client) {
      return page(
          client.get("/events/" + AdminClient.encoded(id) + "/timeline", values()),
          new Table().column("AT", "/at").column("WHAT", "/kind").column("", "/text"));
    }
  }

  @Command(
      name = "body",
      mixinStandardHelpOptions = true,
      description =
          "Get the body of an event, byte for byte. Takes the role payload_reader; that you did is"
              + " recorded.")
  static final class Body extends AdminCommand {
    @Parameters(paramLabel = "ID")
    private String id = "";

    @Option(
        names = {"-o", "--out"},
        paramLabel = "FILE",
        description = "write it there instead of to standard output")
    private @Nullable Path file;

    @Override
    int run(AdminClient client) {
      byte[] body = client.bytes("/events/" + AdminClient.encoded(id) + "/body");
      try {
        if (file != null) {
          Files.write(file, body);
        } else {
          // Bytes, not text: the writer of the command line would encode them anew.
          System.out.write(body);
          System.out.flush();
        }
        return 0;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
