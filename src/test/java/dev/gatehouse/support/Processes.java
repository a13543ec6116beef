package dev.gatehouse.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** Signals to processes, by number only. Linux and macOS. */
public final class Processes {
  private static final int END_SECONDS = 30;

  private Processes() {}

  /** Sends a signal such as {@code STOP}; a process that is gone already is no mistake. */
  public static void signal(long pid, String signal) {
    try {
      new ProcessBuilder("kill", "-" + signal, Long.toString(pid))
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while sending " + signal, e);
    }
  }

  /** A process and all that descend from it, parents before children. */
  public static List<Long> tree(long pid) {
    List<Long> pids = new ArrayList<>();
    ProcessHandle.of(pid)
        .ifPresent(
            process -> {
              pids.add(pid);
              process.descendants().map(ProcessHandle::pid).forEach(pids::add);
            });
    return pids;
  }

  /** Waits until a process has ended. */
  public static void awaitEnd(long pid) {
    ProcessHandle.of(pid)
        .ifPresent(
            process -> {
              try {
                process.onExit().get(END_SECONDS, TimeUnit.SECONDS);
              } catch (TimeoutException e) {
                throw new IllegalStateException(
                    "process " + pid + " still runs after " + END_SECONDS + " s", e);
              } catch (ExecutionException e) {
                throw new IllegalStateException(e);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", e);
              }
            });
  }

  /** Kills a process and all that descend from it, at once, and waits for the end of each. */
  public static void killTree(long pid) {
    List<Long> all = tree(pid);
    all.forEach(each -> signal(each, "KILL"));
    all.forEach(Processes::awaitEnd);
  }

  /** Deletes a folder and what is in it; files that vanish meanwhile are no mistake. */
  public static void deleteTree(Path folder) {
    try (Stream<Path> walk = Files.walk(folder)) {
      for (Path path : walk.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      // A temporary folder that cannot be cleared must not fail the test that used it.
      folder.toFile().deleteOnExit();
    }
  }
}
