package dev.gatehouse.operate.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Sources from a terminal. */
@Command(
    name = "sources",
    mixinStandardHelpOptions = true,
    description = "List sources, what was refused, and their secrets.",
    subcommands = {
      SourcesCommand.Listing.class,
      SourcesCommand.Rejections.class,
      SourcesCommand.Secrets.class,
      SourcesCommand.Rotate.class,
      SourcesCommand.Revoke.class
    })
final class SourcesCommand extends AdminCommand {
  @Override
  int run(AdminClient client) {
    return page(client.get("/sources", values()), table());
  }

  private static Table table() {
    return new Table()
        .column("SOURCE", "/name")
        .column("PROVIDER", "/provider")
        .column("CONFIDENCE", "/confidence")
        .column("PATH", "/path");
  }

  private static String path(String name, String rest) {
    return "/sources/" + AdminClient.encoded(name) + rest;
  }

  @Command(name = "list", mixinStandardHelpOptions = true, description = "List the sources.")
  static final class Listing extends AdminCommand {
    @Override
    int run(AdminClient client) {
      return page(client.get("/sources", values()), table());
    }
  }

  @Command(
      name = "rejections",
      mixinStandardHelpOptions = true,
      description = "List refused requests, newest first, and what was probably wrong.")
  static final class Rejections extends AdminCommand {
    @Mixin private Paging paging = new Paging();

    @Parameters(paramLabel = "NAME")
    private String name = "";

    @Override
    int run(AdminClient client) {
      return page(
          client.get(path(name, "/rejections"), paging.add(values())),
          new Table()
              .column("AT", "/at")
              .column("REASON", "/reason")
              .column("PROBABLE CAUSE", "/probable_cause")
              .column("REMOTE", "/remote")
              .column("BYTES", "/body_bytes")
              .column("REJECTION", "/id"));
    }
  }

  @Command(
      name = "secrets",
      mixinStandardHelpOptions = true,
      description = "List fingerprints of the secrets and how long they count.")
  static final class Secrets extends AdminCommand {
    @Parameters(paramLabel = "NAME")
    private String name = "";

    @Override
    int run(AdminClient client) {
      return page(
          client.get(path(name, "/secrets"), values()),
          new Table()
              .column("FINGERPRINT", "/fingerprint")
              .column("STATE", "/state")
              .column("SINCE", "/created_at")
              .column("BY", "/created_by")
              .column("UNTIL", "/expires_at")
              .column("REVOKED", "/revoked_at"));
    }
  }

  @Command(
      name = "rotate",
      mixinStandardHelpOptions = true,
      description = "Make a new secret current; the one before counts for 24 hours more.")
  static final class Rotate extends AdminCommand {
    @Parameters(paramLabel = "NAME")
    private String name = "";

    @Option(
        names = "--secret-file",
        paramLabel = "FILE",
        description =
            "the new secret; - reads it from standard input. Not an argument: those can be seen in"
                + " the process list",
        required = true)
    private String file = "-";

    @Option(
        names = "--previous-expires-at",
        paramLabel = "INSTANT",
        description = "until when the one before counts; now or earlier ends it at once")
    private @Nullable String end;

    @Override
    int run(AdminClient client) {
      Map<String, @Nullable Object> body = values("secret", secret());
      if (end != null) {
        body.put("previous_expires_at", end);
      }
      JsonNode rotated = client.send("POST", path(name, "/secrets"), body);
      return rotated == null ? 0 : fields(rotated);
    }

    /** One line break at the end is the editor's, not the secret's. */
    private String secret() {
      try {
        String text =
            file.equals("-")
                ? new String(System.in.readAllBytes(), StandardCharsets.UTF_8)
                : Files.readString(Path.of(file));
        return text.replaceFirst("\\r?\\n\\z", "");
      } catch (IOException e) {
        throw new CliFailure(CliFailure.USAGE, "cannot read the secret from " + file);
      }
    }
  }

  @Command(name = "revoke", mixinStandardHelpOptions = true, description = "End a secret at once.")
  static final class Revoke extends AdminCommand {
    @Parameters(index = "0", paramLabel = "NAME")
    private String name = "";

    @Parameters(index = "1", paramLabel = "FINGERPRINT")
    private String fingerprint = "";

    @Override
    int run(AdminClient client) {
      String query = AdminClient.query(values("fingerprint", fingerprint));
      JsonNode unused = client.send("DELETE", path(name, "/secrets") + query, Map.of());
      out().println(fingerprint + " does not count any more");
      return 0;
    }
  }
}
