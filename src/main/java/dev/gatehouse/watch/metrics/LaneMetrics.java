package dev.gatehouse.watch.metrics;

import dev.gatehouse.event.Lane;
import dev.gatehouse.process.lane.LaneListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Counts what lanes do. Lanes are not told apart: what matters is how the node does. */
public final class LaneMetrics implements LaneListener {
  private final AtomicInteger owned = new AtomicInteger();
  private final Consumer<Duration> skewed;
  private final AtomicLong skewMillis = new AtomicLong();
  private final Timer batches;
  private final Counter verdicts;
  private final Counter waiting;
  private final Counter dead;
  private final Counter overflowed;
  private final Counter swept;
  private final Counter split;
  private final Counter poisoned;
  private final Counter takenOver;
  private final Counter lost;
  private final Counter away;

  /**
   * @param skewed also told how far this node's clock is ahead of the database's
   */
  public LaneMetrics(MeterRegistry registry, Consumer<Duration> skewed) {
    this.skewed = skewed;
    Gauge.builder("gatehouse.lanes.owned", owned, AtomicInteger::get)
        .description("lanes this node owns")
        .register(registry);
    Gauge.builder("gatehouse.clock.skew", skewMillis, each -> each.get() / 1000.0)
        .description("how far this node's clock is from the database's")
        .baseUnit("seconds")
        .register(registry);
    this.batches =
        Timer.builder("gatehouse.lanes.batch")
            .description("committed batches of events")
            .register(registry);
    this.verdicts = counter(registry, "verdicts", "events that got a verdict");
    this.waiting = counter(registry, "waiting", "events that were parked");
    this.dead = counter(registry, "dead", "events that became dead letters");
    this.overflowed = counter(registry, "overflowed", "handed-over events without room");
    this.swept = counter(registry, "swept", "events that nobody had handed over");
    this.split = counter(registry, "split", "events of batches that failed and were taken apart");
    this.poisoned = counter(registry, "poisoned", "events given up as POISON");
    this.takenOver = counter(registry, "taken.over", "lanes taken from a node that went away");
    this.lost = counter(registry, "lost", "lanes lost, or commits refused for it");
    this.away = counter(registry, "database.away", "times the lanes waited for the database");
  }

  @Override
  public void owned(Set<Lane> lanes) {
    owned.set(lanes.size());
  }

  @Override
  public void committed(int lanes, int withVerdict, int parked, int letters, Duration took) {
    batches.record(took);
    verdicts.increment(withVerdict);
    waiting.increment(parked);
    dead.increment(letters);
  }

  @Override
  public void overflowed(Lane lane) {
    overflowed.increment();
  }

  @Override
  public void swept(Lane lane, int events) {
    swept.increment(events);
  }

  @Override
  public void split(int events) {
    split.increment(events);
  }

  @Override
  public void poisoned(Lane lane) {
    poisoned.increment();
  }

  @Override
  public void takenOver(Lane lane) {
    takenOver.increment();
  }

  @Override
  public void lost(Lane lane) {
    lost.increment();
  }

  @Override
  public void away() {
    away.increment();
  }

  @Override
  public void clockSkew(Duration skew) {
    skewMillis.set(skew.toMillis());
    skewed.accept(skew);
  }

  private static Counter counter(MeterRegistry registry, String what, String description) {
    return Counter.builder("gatehouse.lanes." + what).description(description).register(registry);
  }
}
