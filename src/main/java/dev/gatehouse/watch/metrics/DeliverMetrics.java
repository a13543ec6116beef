package dev.gatehouse.watch.metrics;

import dev.gatehouse.deliver.DeliverListener;
import dev.gatehouse.deliver.breaker.Circuit;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.ErrorCode;
import dev.gatehouse.event.EventId;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Locale;

/** Counts attempts, dead letters and moves of circuits by destination. */
public final class DeliverMetrics implements DeliverListener {
  private static final Duration[] BORDERS = {
    Duration.ofMillis(5), Duration.ofMillis(25), Duration.ofMillis(100), Duration.ofMillis(250),
    Duration.ofSeconds(1), Duration.ofSeconds(3), Duration.ofSeconds(10), Duration.ofSeconds(30)
  };

  private final MeterRegistry registry;

  public DeliverMetrics(MeterRegistry registry) {
    this.registry = registry;
  }

  @Override
  public void attempted(
      DestinationName destination, String result, Duration latency, boolean retry) {
    Timer.builder("gatehouse.attempts")
        .description("tries to deliver, by how they ended")
        .tag("destination", destination.value())
        .tag("result", result)
        .tag("retry", Boolean.toString(retry))
        .serviceLevelObjectives(BORDERS)
        .register(registry)
        .record(latency);
  }

  @Override
  public void dead(EventId event, DestinationName destination, ErrorCode code) {
    Counter.builder("gatehouse.deliveries.dead")
        .description("deliveries that were given up")
        .tag("destination", destination.value())
        .tag("code", code.name())
        .register(registry)
        .increment();
  }

  @Override
  public void circuit(DestinationName destination, Circuit circuit) {
    Counter.builder("gatehouse.circuit.moves")
        .description("moves of a destination's circuit, by the state it came to")
        .tag("destination", destination.value())
        .tag("state", circuit.state().name().toLowerCase(Locale.ROOT))
        .register(registry)
        .increment();
  }
}
