package dev.gatehouse.app;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
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

  /**
   * Reads a command line of nothing but {@code serve} and its options, each at most once and with a
   * value of its kind. Anything else is for picocli, which explains what is wrong; setting it up is
   * a noticeable part of a start, and its classes are too old for the AOT cache.
   */
  static Optional<ServeCommand> plain(String[] args) {
    if (args.length == 0 || !args[0].equals("serve")) {
      return Optional.empty();
    }
    ServeCommand command = new ServeCommand();
    Set<String> seen = new HashSet<>();
    for (int at = 1; at < args.length; at += 2) {
      String name = args[at];
      String value = at + 1 < args.length ? args[at + 1] : "";
      if (value.isEmpty()
          || value.startsWith("-")
          || !seen.add(name)
          || !command.take(name, value)) {
        return Optional.empty();
      }
    }
    return Optional.of(command);
  }

  private boolean take(String name, String value) {
    switch (name) {
      case "--config" -> config = Path.of(value);
      case "--data-dir" -> dataDir = Path.of(value);
      case "--port" -> port = number(value);
      case "--admin-port" -> adminPort = number(value);
      default -> {
        return false;
      }
    }
    return !(name.endsWith("port") && number(value) == null);
  }

  /** Null for what is no number in plain digits. */
  private static @Nullable Integer number(String text) {
    return text.length() <= 5 && text.chars().allMatch(each -> each >= '0' && each <= '9')
        ? (Integer) Integer.parseInt(text)
        : null;
  }

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
