package dev.gatehouse.bench;

import dev.gatehouse.deliver.DeliverListener;
import dev.gatehouse.deliver.worker.Deliverer;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.process.outbox.DeliveryId;
import dev.gatehouse.process.outbox.Outgoing;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * A steady stream of deliveries to some destinations, handed over as a lane does, each timed from
 * the hand-over until it is written down as delivered.
 */
final class LiveDeliveries implements DeliverListener {
  private static final long TICK_NANOS = Duration.ofMillis(10).toNanos();
  private static final int PER_TICK = 4;
  private static final long DRAIN_NANOS = Duration.ofSeconds(20).toNanos();

  private final Delivering delivering;
  private final List<DestinationName> destinations;

  /** Guarded by {@code this}, as all below. */
  private final Map<DeliveryId, Long> begun = new HashMap<>();

  /** Found in the database and delivered before they could be handed over. */
  private final Set<DeliveryId> early = new HashSet<>();

  private final LatencyHistogram latencies = new LatencyHistogram();

  private boolean counting;

  LiveDeliveries(Delivering delivering, List<DestinationName> destinations) {
    this.delivering = delivering;
    this.destinations = List.copyOf(destinations);
  }

  @Override
  public synchronized void delivered(Outgoing delivery) {
    Long at = begun.remove(delivery.id());
    if (at == null) {
      early.add(delivery.id());
    } else if (counting) {
      latencies.record(System.nanoTime() - at);
    }
  }

  private synchronized void begin(List<Outgoing> some) {
    long now = System.nanoTime();
    for (Outgoing each : some) {
      if (!early.remove(each.id())) {
        begun.put(each.id(), now);
      }
    }
  }

  private synchronized void count() {
    counting = true;
  }

  private synchronized int underWay() {
    return begun.size();
  }

  private synchronized LatencyHistogram latencies() {
    return latencies;
  }

  /** Sends for a while without counting, then for {@code length}; all have arrived at the end. */
  LatencyHistogram measure(Deliverer deliverer, Duration warm, Duration length) {
    send(deliverer, warm);
    count();
    send(deliverer, length);
    long end = System.nanoTime() + DRAIN_NANOS;
    while (underWay() > 0) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException(underWay() + " live deliveries did not arrive");
      }
      LockSupport.parkNanos(TICK_NANOS);
    }
    return latencies();
  }

  private void send(Deliverer deliverer, Duration length) {
    long begin = System.nanoTime();
    long ticks = length.toNanos() / TICK_NANOS;
    for (long tick = 0; tick < ticks; tick++) {
      List<Outgoing> some =
          delivering.whole(
              delivering.write(PER_TICK, n -> destinations.get((int) (n % destinations.size()))));
      begin(some);
      deliverer.written(some);
      LockSupport.parkNanos(begin + (tick + 1) * TICK_NANOS - System.nanoTime());
    }
  }
}
