package dev.gatehouse.bench;

import dev.gatehouse.support.GatewayProcess;
import dev.gatehouse.support.RawHttp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * From the start of the process to the first acknowledged event, PostgreSQL running and migrated;
 * and the memory held some seconds after a little work.
 */
final class StartSection implements Section {
  private static final int EVENTS = 500;
  private static final Duration REST = Duration.ofSeconds(10);
  private static final double MIB = 1 << 20;

  @Override
  public String name() {
    return "start";
  }

  @Override
  public List<Row> measure(Rig rig) {
    String url = rig.migratedDatabase();
    List<Double> starts = new ArrayList<>();
    List<Double> ready = new ArrayList<>();
    List<Double> cpu = new ArrayList<>();
    double resident = 0;
    for (int i = 0; i < 3; i++) {
      long begin = System.nanoTime();
      try (GatewayProcess gateway = rig.gateway(BenchConfig.acknowledging(), url)) {
        post(rig, gateway.port());
        starts.add((System.nanoTime() - begin) / 1e9);
        cpu.add(cpuSeconds(gateway));
        ready.add(gateway.process().toReady().toNanos() / 1e9);
        Rig.say("  first acknowledgement after %.2f s", starts.getLast());
        if (i == 2) {
          for (int sent = 0; sent < EVENTS; sent++) {
            post(rig, gateway.port());
          }
          resident = atRest(gateway);
          Rig.say("  resident at rest: %.0f MiB", resident);
        }
      }
    }
    Map<String, Object> start = new LinkedHashMap<>();
    start.put("ready_line_s", Ceiling.median(ready));
    start.put("processor_s", Ceiling.median(cpu));
    Map<String, Object> memory = new LinkedHashMap<>();
    memory.put("after_events", EVENTS);
    return List.of(
        Row.atMost(
            "cold start to first ack, external PostgreSQL, s", Ceiling.median(starts), 2, start),
        Row.atMost("memory at rest, MiB RSS", resident, 256, memory));
  }

  private static void post(Rig rig, int port) {
    try {
      RawHttp.Answer answer = RawHttp.once(port, rig.events().next());
      if (answer.status() != 200) {
        throw new IllegalStateException("the first event was answered " + answer.status());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static double cpuSeconds(GatewayProcess gateway) {
    return ProcessHandle.of(gateway.process().pid())
        .flatMap(process -> process.info().totalCpuDuration())
        .map(spent -> spent.toNanos() / 1e9)
        .orElse(Double.NaN);
  }

  private static double atRest(GatewayProcess gateway) {
    long end = System.nanoTime() + REST.toNanos();
    while (System.nanoTime() < end) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
    Long bytes = gateway.process().residentBytes();
    return bytes == null ? Double.NaN : bytes / MIB;
  }
}
