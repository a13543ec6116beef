package dev.gatehouse.operate.cli;

import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code gatehouse}: says what there is when it is called with nothing. */
@Command(
    name = "gatehouse",
    mixinStandardHelpOptions = true,
    description = "An inbound webhook gateway: verified, stored once, acknowledged, delivered.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:fine",
      "1:the answer is no",
      "2:wrong usage or configuration",
      "3:a service it needs is away"
    })
public final class Gatehouse implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  /**
   * The whole command line. A bug ends in one line and code 1, not in a stack trace.
   *
   * @param more the commands of other rooms, which come first in the help
   */
  public static CommandLine commandLine(List<Object> more) {
    CommandLine line = bare();
    more.forEach(line::addSubcommand);
    LocalCommands.all().forEach(line::addSubcommand);
    AdminCommands.all().forEach(line::addSubcommand);
    return line;
  }

  private static CommandLine bare() {
    CommandLine line = new CommandLine(new Gatehouse());
    line.getCommandSpec().version("gatehouse " + version());
    line.setExecutionExceptionHandler(
        (bug, command, arguments) -> {
          PrintWriter err = command.getErr();
          err.println("gatehouse: this should not happen: " + bug);
          err.flush();
          return 1;
        });
    return line;
  }

  private static String version() {
    String version = Gatehouse.class.getPackage().getImplementationVersion();
    return version == null ? "(from classes)" : version;
  }

  @Override
  public void run() {
    if (spec != null) {
      throw new CommandLine.ParameterException(spec.commandLine(), "a command is expected");
    }
  }
}
