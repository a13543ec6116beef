package dev.gatehouse.app;

import dev.gatehouse.app.demo.Demo;
import dev.gatehouse.app.demo.Host;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code gatehouse demo}: the whole way, with traffic, and what became of it. */
@Command(
    name = "demo",
    description =
        "Starts a gateway with an embedded PostgreSQL, sends signed traffic of several providers"
            + " through it, prints what became of each request, and stays up.",
    mixinStandardHelpOptions = true)
final class DemoCommand implements Callable<Integer> {
  @Option(
      names = "--once",
      description = "Stop after the summary; exit 0 when everything is as it must be, else 1.")
  boolean once;

  @Override
  public Integer call() throws Exception {
    try (Demo demo = Demo.start(DemoCommand::gateway, System.out, once)) {
      boolean asItMust = demo.run();
      if (once) {
        return asItMust ? ExitCode.FINE : ExitCode.NO;
      }
      demo.sayHowToGoOn();
      CountDownLatch interrupted = new CountDownLatch(1);
      Thread stop = new Thread(() -> close(demo, interrupted), "shutdown");
      Runtime.getRuntime().addShutdownHook(stop);
      interrupted.await();
      return ExitCode.FINE;
    } catch (RuntimeException e) {
      return ExitCode.of(e, System.err);
    }
  }

  static Host.Running gateway(Path config, Path dataDir, Map<String, String> environment) {
    Gateway gateway =
        Gateway.start(
            GatewayOptions.of(config, dataDir, OptionalInt.empty(), OptionalInt.empty())
                .withEnvironment(environment));
    return new Host.Running(gateway.port(), gateway.adminPort(), gateway::close);
  }

  private static void close(Demo demo, CountDownLatch interrupted) {
    demo.close();
    interrupted.countDown();
  }
}
