package dev.gatehouse.bench;

import dev.gatehouse.support.GatewayProcess;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Sends events and waits until each has been delivered to the counting sink. */
final class WholeWay {
  private static final long LIMIT_NANOS = Duration.ofSeconds(120).toNanos();
  private static final long LOOK_NANOS = Duration.ofMillis(20).toNanos();

  private final Rig rig;
  private final String url;

  WholeWay(Rig rig, String url) {
    this.rig = rig;
    this.url = url;
  }

  GatewayProcess start() {
    return rig.gateway(BenchConfig.wholeWay(rig.sink().port()), url);
  }

  void warm(int port) {
    rig.warm(() -> run(port).events());
  }

  /** Events a second from the first request to the last delivery. */
  double live(int port) {
    Run run = run(port);
    Rig.say("  delivered: %.0f/s", run.perSecond());
    return run.perSecond();
  }

  private record Run(long events, double perSecond) {}

  private Run run(int port) {
    rig.sink().reset();
    long begin = System.nanoTime();
    long sent = rig.closed("gateway, whole way", port).good();
    awaitDelivered(sent);
    return new Run(sent, sent / ((rig.sink().lastAt() - begin) / 1e9));
  }

  /**
   * Events a second from the first delivery to the last, while nothing comes in. The lanes are
   * taken from the gateway, which acknowledges meanwhile what it cannot work, and given back.
   */
  double drainABacklog(GatewayProcess gateway) {
    Lanes lanes = rig.lanes(url);
    lanes.hold();
    await("the lanes were taken away", () -> owned(gateway) == 0);
    rig.sink().reset();
    long waiting = rig.closed("gateway, building a backlog", gateway.port()).good();
    if (rig.sink().count() > 0) {
      throw new IllegalStateException("lanes leased elsewhere were worked all the same");
    }
    lanes.checkpoint();
    lanes.release();
    awaitDelivered(waiting);
    double rate = (waiting - 1) / ((rig.sink().lastAt() - rig.sink().firstAt()) / 1e9);
    Rig.say("  drained %d: %.0f/s", waiting, rate);
    return rate;
  }

  private static double owned(GatewayProcess gateway) {
    return gateway
        .admin()
        .raw("GET", "/metrics", "")
        .text()
        .lines()
        .filter(line -> line.startsWith("gatehouse_lanes_owned "))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(' '))))
        .findFirst()
        .orElse(Double.NaN);
  }

  private void awaitDelivered(long wanted) {
    await(wanted + " deliveries", () -> rig.sink().count() >= wanted);
  }

  private static void await(String what, BooleanSupplier done) {
    long end = System.nanoTime() + LIMIT_NANOS;
    while (!done.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException("waited two minutes for: " + what);
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }
}
