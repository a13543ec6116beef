package dev.gatehouse.app;

import dev.gatehouse.operate.cli.AdminCommands;
import dev.gatehouse.operate.cli.Gatehouse;
import java.util.ArrayList;
import java.util.List;

/** Where the process begins: the command line, with the two commands that run a gateway. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    List<Object> more = new ArrayList<>(List.of(new ServeCommand(), new DemoCommand()));
    more.addAll(AdminCommands.all());
    System.exit(Gatehouse.commandLine(more).execute(args));
  }
}
