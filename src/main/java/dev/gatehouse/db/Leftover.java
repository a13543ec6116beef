package dev.gatehouse.db;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stops a PostgreSQL that outlived the gateway which had started it. */
final class Leftover {
  private static final Logger LOG = LoggerFactory.getLogger(Leftover.class);
  private static final long STOP_SECONDS = 30;

  private Leftover() {}

  /**
   * Waits until the server over that data folder, if one runs, has shut down; kills it when it does
   * not.
   */
  static void stop(Path data) throws IOException {
    Optional<ProcessHandle> server = running(data);
    if (server.isEmpty()) {
      return;
    }
    LOG.info(
        "stopping a PostgreSQL (pid {}) left over from a gateway that was killed",
        server.get().pid());
    server.get().destroy();
    try {
      server.get().onExit().get(STOP_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException e) {
      // Safe for the data: the next start recovers from the write-ahead log.
      server.get().destroyForcibly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * The first line of {@code postmaster.pid} is the process id; the second its data folder
   * (PostgreSQL's manual).
   */
  private static Optional<ProcessHandle> running(Path data) throws IOException {
    Path file = data.resolve("postmaster.pid");
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    List<String> lines = Files.readAllLines(file);
    if (lines.isEmpty() || !lines.getFirst().strip().matches("\\d{1,10}")) {
      return Optional.empty();
    }
    return ProcessHandle.of(Long.parseLong(lines.getFirst().strip()))
        .filter(ProcessHandle::isAlive)
        .filter(process -> process.info().command().orElse("").endsWith("postgres"));
  }
}
