package dev.gatehouse.operate.cli;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Tokens from a terminal. */
@Command(
    name = "tokens",
    mixinStandardHelpOptions = true,
    description = "List, make and revoke tokens of the admin API.",
    subcommands = {
      TokensCommand.Listing.class,
      TokensCommand.Create.class,
      TokensCommand.Revoke.class
    })
final class TokensCommand extends AdminCommand {
  @Mixin private Paging paging = new Paging();

  @Override
  int run(AdminClient client) {
    return page(client.get("/tokens", paging.add(values())), table());
  }

  private static Table table() {
    return new Table()
        .column("TOKEN", "/id")
        .column("NAME", "/name")
        .column("ROLES", "/roles")
        .column("SOURCES", "/sources")
        .column("UNTIL", "/expires_at")
        .column("USED", "/last_used_at")
        .column("REVOKED", "/revoked_at");
  }

  @Command(name = "list", mixinStandardHelpOptions = true, description = "List them.")
  static final class Listing extends AdminCommand {
    @Mixin private Paging paging = new Paging();

    @Override
    int run(AdminClient client) {
      return page(client.get("/tokens", paging.add(values())), table());
    }
  }

  @Command(
      name = "create",
      mixinStandardHelpOptions = true,
      description = "Make one; its text is shown this once.")
  static final class Create extends AdminCommand {
    @Parameters(paramLabel = "NAME")
    private String name = "";

    @Option(
        names = "--role",
        paramLabel = "ROLE",
        split = ",",
        required = true,
        description = "viewer, operator, replayer, approver, payload_reader, admin; may repeat")
    private List<String> roles = List.of();

    @Option(
        names = "--source",
        paramLabel = "NAME",
        split = ",",
        description = "limits it to this source; may repeat")
    private @Nullable List<String> sources;

    @Option(names = "--expires-at", paramLabel = "INSTANT")
    private @Nullable String expiresAt;

    @Override
    int run(AdminClient client) {
      Map<String, @Nullable Object> body = values("name", name, "roles", roles);
      if (sources != null) {
        body.put("sources", sources);
      }
      if (expiresAt != null) {
        body.put("expires_at", expiresAt);
      }
      JsonNode made = client.send("POST", "/tokens", body);
      if (made == null || json()) {
        return made == null ? 0 : show(made);
      }
      out().println(made.path("token").asString());
      return 0;
    }
  }

  @Command(name = "revoke", mixinStandardHelpOptions = true, description = "End one at once.")
  static final class Revoke extends AdminCommand {
    @Parameters(paramLabel = "ID")
    private String id = "";

    @Override
    int run(AdminClient client) {
      JsonNode unused = client.send("DELETE", "/tokens/" + AdminClient.encoded(id), Map.of());
      out().println(id + " does not count any more");
      return 0;
    }
  }
}
