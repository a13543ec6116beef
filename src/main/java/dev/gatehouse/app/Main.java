package dev.gatehouse.app;

import dev.gatehouse.operate.cli.AdminCommands;
import dev.gatehouse.operate.cli.VerifyCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Where the process begins: all commands under one name. */
@Command(
    name = "gatehouse",
    description = "An inbound webhook gateway.",
    mixinStandardHelpOptions = true)
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    CommandLine commands =
        new CommandLine(new Main())
            .addSubcommand(new ServeCommand())
            .addSubcommand(new DemoCommand())
            .addSubcommand(new VerifyCommand());
    AdminCommands.all().forEach(commands::addSubcommand);
    System.exit(commands.execute(args));
  }
}
