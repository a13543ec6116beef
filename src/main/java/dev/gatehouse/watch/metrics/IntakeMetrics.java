package dev.gatehouse.watch.metrics;

import dev.gatehouse.event.InboundEvent;
import dev.gatehouse.event.SourceName;
import dev.gatehouse.receive.intake.IntakeListener;
import dev.gatehouse.receive.intake.RejectReason;
import dev.gatehouse.receive.journal.JournalListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Counts requests by how they ended, and how long an acknowledgement took. */
public final class IntakeMetrics implements IntakeListener, JournalListener {
  private static final Duration[] ACK_BORDERS = {
    Duration.ofMillis(1), Duration.ofMillis(2), Duration.ofMillis(5), Duration.ofMillis(10),
    Duration.ofMillis(25), Duration.ofMillis(50), Duration.ofMillis(100), Duration.ofMillis(250),
    Duration.ofMillis(500), Duration.ofSeconds(1), Duration.ofSeconds(5)
  };

  /** Looked up once per source: this is the hottest path there is. */
  private record OfSource(Timer accepted, Timer duplicate, Counter conflict) {}

  private final MeterRegistry registry;
  private final Map<SourceName, OfSource> sources = new ConcurrentHashMap<>();
  private final DistributionSummary batch;

  public IntakeMetrics(MeterRegistry registry) {
    this.registry = registry;
    this.batch =
        DistributionSummary.builder("gatehouse.journal.batch")
            .description("events in one commit of the journal")
            .serviceLevelObjectives(1, 2, 5, 10, 25, 50, 100, 250, 500, 1000)
            .register(registry);
  }

  @Override
  public void accepted(SourceName source, Duration took) {
    of(source).accepted().record(took);
  }

  @Override
  public void duplicate(SourceName source, boolean conflict, Duration took) {
    OfSource meters = of(source);
    meters.duplicate().record(took);
    if (conflict) {
      meters.conflict().increment();
    }
  }

  @Override
  public void rejected(@Nullable SourceName source, RejectReason reason) {
    Counter.builder("gatehouse.requests.rejected")
        .description("requests that were refused for what was sent")
        .tag("source", source == null ? "none" : source.value())
        .tag("reason", reason.name())
        .register(registry)
        .increment();
  }

  @Override
  public void unavailable(@Nullable SourceName source) {
    Counter.builder("gatehouse.requests.unavailable")
        .description("requests answered 503: the gateway could not take them")
        .tag("source", source == null ? "none" : source.value())
        .register(registry)
        .increment();
  }

  @Override
  public void stored(List<InboundEvent> events) {
    batch.record(events.size());
  }

  private OfSource of(SourceName source) {
    return sources.computeIfAbsent(
        source,
        name ->
            new OfSource(
                timer(name, "accepted"),
                timer(name, "duplicate"),
                Counter.builder("gatehouse.requests.conflicts")
                    .description("duplicates whose bytes differ from the first copy's")
                    .tag("source", name.value())
                    .register(registry)));
  }

  private Timer timer(SourceName source, String outcome) {
    return Timer.builder("gatehouse.ack")
        .description("from the first byte of a request to its acknowledgement")
        .tag("source", source.value())
        .tag("outcome", outcome)
        .serviceLevelObjectives(ACK_BORDERS)
        .register(registry);
  }
}
