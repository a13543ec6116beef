package dev.gatehouse.operate.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Routes from a terminal. */
@Command(
    name = "route",
    mixinStandardHelpOptions = true,
    description = "Try routes.",
    subcommands = {RouteCommand.Test.class})
final class RouteCommand extends AdminCommand {
  @Override
  int run(AdminClient client) {
    spec().commandLine().usage(out());
    return 2;
  }

  @Command(
      name = "test",
      mixinStandardHelpOptions = true,
      description = {
        "Say which of the last events a route would have taken, and what would be sent.",
        "Sends nothing. Needs the right to see bodies."
      })
  static final class Test extends AdminCommand {
    @Option(
        names = "--route",
        paramLabel = "N",
        description = "one of the file, by its place from 1; without it the options below")
    private @Nullable Integer route;

    @Option(names = "--source", paramLabel = "NAME")
    private @Nullable String source;

    @Option(names = "--type", paramLabel = "TYPE", description = "such as order.*; repeatable")
    private List<String> types = List.of();

    @Option(names = "--when", paramLabel = "CEL")
    private @Nullable String when;

    @Option(
        names = "--verdict",
        paramLabel = "WORD",
        description = "applied by default; repeatable")
    private List<String> verdicts = List.of();

    @Option(names = "--payload", paramLabel = "FORM", description = "received or cloudevent")
    private @Nullable String payload;

    @Option(names = "--jsonata", paramLabel = "PROGRAM", description = "reshapes the body")
    private @Nullable String jsonata;

    @Option(names = "--last", paramLabel = "N", description = "so many events; 20 by default")
    private @Nullable Integer last;

    @Override
    int run(AdminClient client) {
      Map<String, @Nullable Object> body =
          new LinkedHashMap<>(
              values(
                  "route", route,
                  "source", source,
                  "types", types.isEmpty() ? null : types,
                  "when", when,
                  "verdicts", verdicts.isEmpty() ? null : verdicts,
                  "payload", payload,
                  "jsonata", jsonata,
                  "last", last));
      body.values().removeIf(value -> value == null);
      JsonNode answer = client.send("POST", "/routes/test", body);
      return answer == null
          ? CliFailure.AWAY
          : page(
              answer,
              new Table()
                  .column("EVENT", "/event")
                  .column("SOURCE", "/source")
                  .column("TYPE", "/type")
                  .column("VERDICT", "/verdict")
                  .column("MATCHED", "/matched")
                  .column("WHY", "/why")
                  .column("SENT", "/sent"));
    }
  }
}
