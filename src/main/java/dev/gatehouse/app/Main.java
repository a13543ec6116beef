package dev.gatehouse.app;

import dev.gatehouse.operate.cli.Gatehouse;
import java.util.List;

/** Where the process begins: the command line, with the two commands that run a gateway. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    System.exit(
        Gatehouse.commandLine(List.of(new ServeCommand(), new DemoCommand())).execute(args));
  }
}
