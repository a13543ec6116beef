package dev.gatehouse.watch.metrics;

import dev.gatehouse.db.Database;
import dev.gatehouse.db.Pool;
import dev.gatehouse.watch.inspect.Stats;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** The registry, with what every process has; the rooms' listeners are made over it. */
public final class Metrics implements AutoCloseable {
  /** The type of the text that {@link #scrape} gives: Prometheus text format 0.0.4. */
  public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics gc = new JvmGcMetrics();

  public Metrics() {
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ClassLoaderMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    gc.bindTo(registry);
  }

  /** For those who count. */
  public MeterRegistry registry() {
    return registry;
  }

  /** How the pools are used. */
  public void watch(Database database) {
    for (Pool pool : Pool.values()) {
      pool(database, pool, "active", Database.PoolUse::active);
      pool(database, pool, "idle", Database.PoolUse::idle);
      pool(database, pool, "waiting", Database.PoolUse::waiting);
    }
  }

  private void pool(
      Database database, Pool pool, String state, ToDoubleFunction<Database.PoolUse> part) {
    Gauge.builder("gatehouse.db.connections", database, each -> part.applyAsDouble(each.use(pool)))
        .description("connections of a pool: in use, idle, and threads that wait for one")
        .tag("pool", pool.name().toLowerCase(Locale.ROOT))
        .tag("state", state)
        .register(registry);
  }

  /**
   * Where the events are.
   *
   * @param stats the last that were counted; must answer at once, a scrape does not wait for a
   *     count
   */
  public void watch(Supplier<Stats> stats) {
    events(stats, "pending", Stats::pending);
    events(stats, "finished", Stats::finished);
    events(stats, "dead", Stats::dead);
    events(stats, "unaccounted", Stats::unaccounted);
    Gauge.builder("gatehouse.backlog.oldest", stats, s -> s.get().backlogOldestSeconds())
        .description("age of the oldest event that waits for a verdict or a first attempt")
        .baseUnit("seconds")
        .register(registry);
  }

  private void events(Supplier<Stats> stats, String state, ToDoubleFunction<Stats> part) {
    Gauge.builder("gatehouse.events", stats, each -> part.applyAsDouble(each.get()))
        .description("events by where they are; all nodes together")
        .tag("state", state)
        .register(registry);
  }

  /** Everything, in {@link #CONTENT_TYPE}. */
  public String scrape() {
    return registry.scrape("text/plain");
  }

  @Override
  public void close() {
    gc.close();
    registry.close();
  }
}
