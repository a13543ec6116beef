package dev.gatehouse.operate.cli;

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

  /** The whole command line; {@code more} are the commands of other rooms. */
  public static CommandLine commandLine(List<Object> more) {
    return LocalCommands.root(new Gatehouse(), more);
  }

  @Override
  public void run() {
    if (spec != null) {
      throw new CommandLine.ParameterException(spec.commandLine(), "a command is expected");
    }
  }
}
