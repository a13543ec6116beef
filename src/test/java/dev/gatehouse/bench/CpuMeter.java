package dev.gatehouse.bench;

import dev.gatehouse.support.Processes;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Processor time that the parts of a measurement take. Says where the work is done, and hardly
 * depends on what else the machine is doing, as rates do.
 */
final class CpuMeter {
  private record Spent(Duration load, Duration servers, Duration postgres) {}

  private final long postmaster;
  private final Spent before;

  /** Begins to count: this process, those it started, and all of a PostgreSQL. */
  CpuMeter(long postmaster) {
    this.postmaster = postmaster;
    this.before = spent();
  }

  /** Microseconds since the beginning, for each event. */
  String perEvent(long events) {
    Spent after = spent();
    return String.format(
        Locale.ROOT,
        "cpu us/event: load %.0f, server %.0f, postgres %.0f",
        micros(before.load, after.load, events),
        micros(before.servers, after.servers, events),
        micros(before.postgres, after.postgres, events));
  }

  /** Microseconds that the loaded processes took for each event since the beginning. */
  double serverMicrosPerEvent(long events) {
    return micros(before.servers, spent().servers, events);
  }

  private static double micros(Duration before, Duration after, long events) {
    return after.minus(before).toNanos() / 1e3 / Math.max(1, events);
  }

  private Spent spent() {
    ProcessHandle self = ProcessHandle.current();
    List<Long> database = Processes.tree(postmaster);
    return new Spent(
        sum(Stream.of(self)),
        sum(self.descendants()),
        sum(database.stream().flatMap(pid -> ProcessHandle.of(pid).stream())));
  }

  private static Duration sum(Stream<ProcessHandle> processes) {
    return processes
        .flatMap(process -> process.info().totalCpuDuration().stream())
        .reduce(Duration.ZERO, Duration::plus);
  }
}
