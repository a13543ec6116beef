package dev.gatehouse.app;

import dev.gatehouse.app.demo.Demo;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/**
 * {@code gatehouse train}: the demonstration and some seconds of load, for the Java machine to
 * watch. The build runs it to record which classes and methods matter (JEP 514 and 515).
 */
@Command(
    name = "train",
    hidden = true,
    description = "Runs the demonstration and some load, so that an AOT cache can be recorded.",
    mixinStandardHelpOptions = true)
final class TrainCommand implements Callable<Integer> {
  private static final Duration LOAD = Duration.ofSeconds(6);

  @Override
  public Integer call() throws Exception {
    try (PrintStream nowhere =
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        Demo demo = Demo.start(DemoCommand::gateway, nowhere, true)) {
      boolean asItMust = demo.run();
      demo.load(LOAD);
      return asItMust ? ExitCode.FINE : ExitCode.NO;
    } catch (RuntimeException e) {
      return ExitCode.of(e, System.err);
    }
  }
}
