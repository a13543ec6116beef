package dev.gatehouse.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A process of ours that says on its standard output when it is ready, and keeps the rest of what
 * it says in two files.
 */
public final class JavaProcess implements AutoCloseable {
  /** What the launcher gives the gateway; the echo runs with the same, so that they compare. */
  public static final List<String> FLAGS =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:+UseCompactObjectHeaders",
          "--sun-misc-unsafe-memory-access=allow",
          "-Xmx512m",
          "-Xmn48m");

  private final Process process;
  private final ProcessOutput output;
  private final Path out;
  private final Path err;
  private final String readyLine;
  private final Duration toReady;

  private JavaProcess(
      Process process,
      ProcessOutput output,
      Path out,
      Path err,
      String readyLine,
      Duration toReady) {
    this.process = process;
    this.output = output;
    this.out = out;
    this.err = err;
    this.readyLine = readyLine;
    this.toReady = toReady;
  }

  /**
   * Starts a command and waits for its ready line.
   *
   * @param environment added to ours; an empty value takes a variable away
   * @param logs a folder for {@code name.out} and {@code name.err}; a second start appends
   * @throws IllegalStateException when it ends first, or is not ready in time; the message carries
   *     the end of its standard error
   */
  public static JavaProcess start(
      String name,
      List<String> command,
      Map<String, String> environment,
      Path logs,
      Predicate<String> ready,
      Duration within) {
    Path out = logs.resolve(name + ".out");
    Path err = logs.resolve(name + ".err");
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectError(ProcessBuilder.Redirect.appendTo(err.toFile()));
    environment.forEach(
        (key, value) -> {
          builder.environment().remove(key);
          if (!value.isEmpty()) {
            builder.environment().put(key, value);
          }
        });
    long begin = System.nanoTime();
    Process process;
    try {
      Files.createDirectories(logs);
      process = builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Process started = process;
    // Whatever ends us ends it too, short of kill -9.
    Runtime.getRuntime().addShutdownHook(new Thread(started::destroyForcibly, name + "-end"));
    ProcessOutput output = new ProcessOutput(process.getInputStream(), out);
    CompletableFuture<String> line = output.next(ready);
    // Not a virtual thread: reading a pipe holds its carrier, and there are as few as cores.
    Thread.ofPlatform().daemon().name(name + "-out").start(output);
    try {
      String found = await(line, within, err);
      Duration took = Duration.ofNanos(System.nanoTime() - begin);
      return new JavaProcess(process, output, out, err, found, took);
    } catch (IllegalStateException e) {
      Processes.killTree(process.pid());
      throw e;
    }
  }

  /** Sends a line to its standard input and waits for a line of its output. */
  public String ask(String line, Predicate<String> answer, Duration within) {
    CompletableFuture<String> next = output.next(answer);
    try {
      process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return await(next, within, err);
  }

  /** The {@code java} that runs us. */
  public static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** A command that runs a main class from our own class path, with our own logging. */
  public static List<String> mainClass(Class<?> main, String... arguments) {
    List<String> command = new ArrayList<>(List.of(java()));
    command.addAll(FLAGS);
    String logging = System.getProperty("logback.configurationFile");
    if (logging != null) {
      command.add("-Dlogback.configurationFile=" + logging);
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(List.of(arguments));
    return command;
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  public String readyLine() {
    return readyLine;
  }

  /** From the start of the process to its ready line. */
  public Duration toReady() {
    return toReady;
  }

  /** Everything it has said so far, on both streams. */
  public String said() {
    return text(out) + text(err);
  }

  /** Resident memory in bytes, from {@code /proc}; empty where there is none. */
  public @Nullable Long residentBytes() {
    try {
      return Files.readAllLines(Path.of("/proc", Long.toString(pid()), "status")).stream()
          .filter(line -> line.startsWith("VmRSS:"))
          .map(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024)
          .findFirst()
          .orElse(null);
    } catch (IOException e) {
      return null;
    }
  }

  /** Kills this process alone, as a power cut would: {@code kill -9}; its children live on. */
  public void kill() {
    Processes.signal(pid(), "KILL");
    Processes.awaitEnd(pid());
  }

  public void freeze() {
    Processes.signal(pid(), "STOP");
  }

  public void thaw() {
    Processes.signal(pid(), "CONT");
  }

  /** Asks it to end and waits. Gives the exit status; 143 means the signal ended it. */
  public int stop(Duration within) {
    process.destroy();
    try {
      if (!process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IllegalStateException("did not stop in " + within + "\n" + tail(err));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
    return process.exitValue();
  }

  /** Ends it and what it started, whatever state it is in. */
  @Override
  public void close() {
    if (process.isAlive()) {
      thaw();
    }
    // Handles, not numbers: they know a number that was given to another process since.
    List<ProcessHandle> children = process.descendants().toList();
    process.destroy();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    children.forEach(ProcessHandle::destroyForcibly);
  }

  private static String await(CompletableFuture<String> line, Duration within, Path err) {
    try {
      return line.get(within.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException e) {
      throw new IllegalStateException("the line did not come: " + e + "\n" + tail(err), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private static String text(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file, StandardCharsets.ISO_8859_1) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String tail(Path file) {
    String all = text(file);
    return all.substring(Math.max(0, all.length() - 4_000));
  }
}
