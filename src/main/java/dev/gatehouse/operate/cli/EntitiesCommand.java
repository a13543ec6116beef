package dev.gatehouse.operate.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** Entities from a terminal. */
@Command(
    name = "entities",
    mixinStandardHelpOptions = true,
    description = "Look at a business object.",
    subcommands = EntitiesCommand.Show.class)
final class EntitiesCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "say which: entities show MACHINE KEY");
  }

  @Command(
      name = "show",
      mixinStandardHelpOptions = true,
      description = "Show where an entity stands, and what was accepted and refused on the way.")
  static final class Show extends AdminCommand {
    @Parameters(index = "0", paramLabel = "MACHINE")
    private String machine = "";

    @Parameters(index = "1", paramLabel = "KEY")
    private String key = "";

    @Override
    int run(AdminClient client) {
      JsonNode entity =
          client.get(
              "/entities/" + AdminClient.encoded(machine) + "/" + AdminClient.encoded(key),
              values());
      int exit = fields(entity);
      if (!json()) {
        out().println();
        new Table()
            .column("AT", "/at")
            .column("EVENT", "/event")
            .column("TYPE", "/type")
            .column("FROM", "/from")
            .column("TO", "/to")
            .column("OUTCOME", "/outcome")
            .column("REASON", "/reason")
            .print(out(), entity.path("transitions"));
      }
      return exit;
    }
  }
}
