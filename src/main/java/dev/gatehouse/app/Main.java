package dev.gatehouse.app;

import dev.gatehouse.operate.cli.Gatehouse;
import java.util.List;
import java.util.Optional;

/** Where the process begins: the command line, with the commands that run a gateway. */
public final class Main {
  private Main() {}

  public static void main(String[] args) throws InterruptedException {
    Optional<ServeCommand> serve = ServeCommand.plain(args);
    if (serve.isPresent()) {
      Preload.start();
      System.exit(serve.get().call());
    }
    System.exit(
        Gatehouse.commandLine(List.of(new ServeCommand(), new DemoCommand(), new TrainCommand()))
            .execute(args));
  }
}
