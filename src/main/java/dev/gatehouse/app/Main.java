package dev.gatehouse.app;

import dev.gatehouse.operate.cli.Gatehouse;
import java.util.List;
import picocli.CommandLine;

/** Where the process begins: the command line, with the commands that run a gateway. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    System.exit(commandLine(args).execute(args));
  }

  /** Describing thirty commands takes picocli a third of a second; {@code serve} needs one. */
  private static CommandLine commandLine(String[] args) {
    if (args.length > 0 && args[0].equals("serve")) {
      Preload.start();
      return Gatehouse.commandLine(new ServeCommand());
    }
    return Gatehouse.commandLine(
        List.of(new ServeCommand(), new DemoCommand(), new TrainCommand()));
  }
}
