package dev.gatehouse.operate.cli;

import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;

/** The commands that need no running gateway but what they send to, and how all commands end. */
public final class LocalCommands {
  private LocalCommands() {}

  /**
   * New ones, to be added to the root command: {@code config}, {@code init}, {@code send}, {@code
   * verify}.
   */
  public static List<Object> all() {
    return List.of(new ConfigCommand(), new InitCommand(), new SendCommand(), new VerifyCommand());
  }

  /**
   * The root command with these and more below it. A bug ends in one line and code 1, not in a
   * stack trace; wrong usage in 2.
   */
  public static CommandLine root(Object root, List<Object> more) {
    CommandLine line = new CommandLine(root);
    all().forEach(line::addSubcommand);
    more.forEach(line::addSubcommand);
    line.setExecutionExceptionHandler(
        (bug, command, arguments) -> {
          PrintWriter err = command.getErr();
          err.println("gatehouse: this should not happen: " + bug);
          err.flush();
          return 1;
        });
    return line;
  }
}
