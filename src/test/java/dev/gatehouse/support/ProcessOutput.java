package dev.gatehouse.support;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/** Copies what a process prints to a file, line by line, and tells who waits for a certain line. */
final class ProcessOutput implements Runnable {
  private record Waiter(Predicate<String> wanted, CompletableFuture<String> line) {}

  private final InputStream in;
  private final Path file;
  private final List<Waiter> waiters = new CopyOnWriteArrayList<>();

  ProcessOutput(InputStream in, Path file) {
    this.in = in;
    this.file = file;
  }

  /** The next line of that kind; fails when the output ends first. */
  CompletableFuture<String> next(Predicate<String> wanted) {
    CompletableFuture<String> line = new CompletableFuture<>();
    waiters.add(new Waiter(wanted, line));
    return line;
  }

  @Override
  public void run() {
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        tell(line);
      }
    } catch (IOException e) {
      // A killed process leaves a broken pipe; the waiters hear of it below.
    }
    waiters.forEach(
        waiter -> waiter.line.completeExceptionally(new IOException("its output ended")));
  }

  private void tell(String line) {
    for (Waiter waiter : waiters) {
      if (waiter.wanted.test(line)) {
        waiters.remove(waiter);
        waiter.line.complete(line);
      }
    }
  }
}
