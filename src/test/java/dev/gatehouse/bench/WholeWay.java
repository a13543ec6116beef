package dev.gatehouse.bench;

import dev.gatehouse.support.GatewayProcess;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Sends events and waits until each has been delivered to the counting sink. */
final class WholeWay {
  private static final long DRAIN_LIMIT_NANOS = Duration.ofSeconds(120).toNanos();
  private static final int WARM_ROUNDS = 3;
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
    for (int i = 0; i < WARM_ROUNDS; i++) {
      live(port);
    }
  }

  /** Events a second from the first request to the last delivery. */
  double live(int port) {
    rig.sink().reset();
    long begin = System.nanoTime();
    long sent = rig.closed("gateway, whole way", port).good();
    awaitDelivered(sent);
    double rate = sent / ((rig.sink().lastAt() - begin) / 1e9);
    Rig.say("  delivered: %.0f/s", rate);
    return rate;
  }

  /** Events a second from the first delivery to the last, while nothing comes in. */
  double drainABacklog() {
    Lanes lanes = rig.lanes(url);
    lanes.hold();
    try (GatewayProcess gateway = start()) {
      rig.sink().reset();
      long waiting =
          rig.load(
                  "gateway, building a backlog",
                  Load.closed(
                      gateway.port(),
                      rig.options().connections(),
                      rig.options().step().plusSeconds(2)))
              .good();
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
  }

  private void awaitDelivered(long wanted) {
    long end = System.nanoTime() + DRAIN_LIMIT_NANOS;
    while (rig.sink().count() < wanted) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException(
            "%d of %d events delivered after two minutes".formatted(rig.sink().count(), wanted));
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }
}
