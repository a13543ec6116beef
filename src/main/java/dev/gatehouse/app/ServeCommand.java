package dev.gatehouse.app;

import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code gatehouse serve}: runs until it is told to stop. */
@Command(
    name = "serve",
    description = "Runs the gateway; prints one line when it can take requests.",
    mixinStandardHelpOptions = true)
final class ServeCommand implements Callable<Integer> {
  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "The configuration (default: ${DEFAULT-VALUE}).")
  Path config = Path.of("config", "gatehouse.yaml");

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description =
          "Where the embedded database, the first admin token and the secrets' key are kept"
              + " (default: ${DEFAULT-VALUE}).")
  Path dataDir = Path.of("data");

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "The public port instead of the file's; 0 takes a free one.")
  @Nullable Integer port;

  @Option(
      names = "--admin-port",
      paramLabel = "N",
      description = "The admin port instead of the file's; 0 takes a free one.")
  @Nullable Integer adminPort;

  @Override
  public Integer call() throws InterruptedException {
    CountDownLatch stopped = new CountDownLatch(1);
    try {
      Gateway gateway =
          Gateway.start(GatewayOptions.of(config, dataDir, optional(port), optional(adminPort)));
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(gateway, stopped), "shutdown"));
      System.out.println("gatehouse: ready; " + gateway.describe());
      System.out.flush();
    } catch (RuntimeException e) {
      return ExitCode.of(e, System.err);
    }
    stopped.await();
    return ExitCode.FINE;
  }

  private static void stop(Gateway gateway, CountDownLatch stopped) {
    gateway.close();
    System.out.println("gatehouse: stopped");
    System.out.flush();
    stopped.countDown();
  }

  private static OptionalInt optional(@Nullable Integer number) {
    return number == null ? OptionalInt.empty() : OptionalInt.of(number);
  }
}
