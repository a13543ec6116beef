package dev.gatehouse.bench;

import dev.gatehouse.db.Database;
import dev.gatehouse.db.DatabaseSettings;
import dev.gatehouse.deliver.DestinationSettings;
import dev.gatehouse.support.GatewayProcess;
import dev.gatehouse.support.GatewaySetup;
import dev.gatehouse.support.JavaProcess;
import dev.gatehouse.support.PostgresServer;
import dev.gatehouse.support.Processes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Everything that runs during a measurement: one PostgreSQL, the processes that are loaded, the
 * load itself. Starts each when it is first needed; on close nothing is left.
 */
final class Rig implements AutoCloseable {
  private static final Duration READY = Duration.ofSeconds(60);
  private static final Duration WARM = Duration.ofSeconds(3);

  /** Three rounds in a row that cost about the same: the compiler has done what matters. */
  private static final int FLAT_ROUNDS = 3;

  private static final int WARM_ROUNDS = 16;

  /** The compiler's turn: while the load runs, it gets little of two cores. */
  private static final long COMPILE_NANOS = Duration.ofSeconds(1).toNanos();

  private final Options options;
  private final Path folder;
  private final PostgresServer postgres = PostgresServer.start();
  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private final AtomicLong counter = SignedEvents.newCounter();
  private final SignedEvents events = new SignedEvents(counter);
  private final String ceilingUrl;
  private final InsertCeiling inserts;
  private int gateways;
  private int insertConnections;
  private @Nullable Integer echoPort;
  private @Nullable Integer perRequestPort;
  private @Nullable Integer acknowledgingPort;
  private @Nullable Integer oneByOnePort;
  private @Nullable CountingSink sink;
  private @Nullable JavaProcess sinkClient;

  Rig(Options options) throws IOException {
    this.options = options;
    this.folder = Files.createTempDirectory("gatehouse-bench-");
    this.ceilingUrl = migratedDatabase();
    this.inserts = new InsertCeiling(ceilingUrl);
  }

  Options options() {
    return options;
  }

  /** A line on standard error, so that standard output is the result alone. */
  static void say(String format, Object... arguments) {
    System.err.println(String.format(Locale.ROOT, format, arguments));
  }

  SignedEvents events() {
    return events;
  }

  /** A new database with the whole schema and nothing in it. */
  String migratedDatabase() {
    String url = postgres.newDatabase();
    Database.open(DatabaseSettings.at(url, folder), InstantSource.system()).close();
    return url;
  }

  /** The delivering part alone, over a new database. */
  Delivering delivering() {
    return new Delivering(migratedDatabase(), folder);
  }

  Lanes lanes(String url) {
    return new Lanes(url);
  }

  /** A gateway started by the launcher, with a folder of its own; closed with the rig. */
  GatewayProcess gateway(String config, String url) {
    Path home = folder.resolve("gateway-" + ++gateways);
    GatewayProcess gateway =
        GatewayProcess.start(
            GatewaySetup.of(home, config)
                .withDatabase(url)
                .withCommand(List.of(Path.of("gatehouse").toAbsolutePath().toString())));
    open.push(gateway);
    return gateway;
  }

  /** The gateway that only acknowledges: its lanes are leased to nobody. */
  int acknowledgingPort() {
    if (acknowledgingPort == null) {
      acknowledgingPort = acknowledging("gateway", BenchConfig.acknowledging());
    }
    return acknowledgingPort;
  }

  /** The same gateway told to write each event in a transaction of its own. */
  int oneByOnePort() {
    if (oneByOnePort == null) {
      oneByOnePort = acknowledging("gateway, one by one", BenchConfig.oneByOne());
    }
    return oneByOnePort;
  }

  private int acknowledging(String what, String config) {
    String url = migratedDatabase();
    lanes(url).hold();
    int port = gateway(config, url).port();
    warm(what, port);
    return port;
  }

  int echoPort() {
    if (echoPort == null) {
      echoPort = start("echo", EchoServer.class);
      warm("echo", echoPort);
    }
    return echoPort;
  }

  int perRequestPort() {
    if (perRequestPort == null) {
      perRequestPort =
          start("insert-per-request", InsertPerRequestServer.class, migratedDatabase());
      warm("insert per request", perRequestPort);
    }
    return perRequestPort;
  }

  CountingSink sink() {
    if (sink == null) {
      try {
        sink = CountingSink.start();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      open.push(sink);
    }
    return sink;
  }

  /** Requests a second through the client that delivers, to the sink, and nothing else. */
  double sinkAlone() {
    if (sinkClient == null) {
      String atATime = Integer.toString(DestinationSettings.DEFAULT_CONCURRENCY);
      String port = Integer.toString(sink().port());
      sinkClient = launch("sink-client", SinkClient.class, port, atATime);
      askSink(sinkClient, Duration.ofSeconds(2));
    }
    return askSink(sinkClient, options.step());
  }

  private static double askSink(JavaProcess client, Duration length) {
    String answer =
        client.ask(
            Long.toString(length.toMillis()),
            line -> line.startsWith("rate "),
            length.plusSeconds(30));
    return Double.parseDouble(answer.substring("rate ".length()));
  }

  /** Rows a second into PostgreSQL alone, from as many connections as turned out best. */
  double insertAlone(InsertCeiling.Rows rows) {
    try {
      if (insertConnections == 0) {
        insertConnections = bestConnections();
      }
      postgres.run("postgres", "checkpoint");
      return inserts.measure(rows, insertConnections, options.step());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private int bestConnections() throws InterruptedException {
    int best = 1;
    double highest = 0;
    inserts.measure(InsertCeiling.Rows.ALL_TABLES, 2, Duration.ofSeconds(2));
    for (int connections = 1; connections <= 3; connections++) {
      double rate = inserts.measure(InsertCeiling.Rows.EVENTS, connections, Duration.ofSeconds(2));
      say("  insert alone, %d connections: %.0f/s", connections, rate);
      if (rate > highest) {
        highest = rate;
        best = connections;
      }
    }
    return best;
  }

  /** As fast as the connections of the options allow; every answer has to be 2xx. */
  LoadResult closed(String what, int port) {
    return load(what, Load.closed(port, options.connections(), options.step()));
  }

  LoadResult load(String what, Load load) {
    postgres.run("postgres", "checkpoint");
    try {
      CpuMeter cpu = new CpuMeter(postgres.pid());
      LoadResult result = LoadGenerator.run(load, events).allGood(what);
      say(
          "  %s: %.0f/s, p50 %.2f ms, p99 %.2f ms; %s",
          what,
          result.perSecond(),
          millis(result.latencies().quantile(0.5)),
          millis(result.latencies().quantile(0.99)),
          cpu.perEvent(result.good()));
      return result;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static double millis(Duration duration) {
    return duration.toNanos() / 1e6;
  }

  /**
   * Lets the compiler see the hot code: loads until a request takes no less processor time than
   * before, within bounds. Not until the rate is flat: that depends on what else the machine does.
   */
  void warm(String what, int port) {
    Load load = Load.closed(port, options.connections(), WARM);
    warm(() -> load(what + ", warming", load).good());
  }

  /**
   * The same with any step.
   *
   * @param step does its work and says how many events that were
   */
  void warm(LongSupplier step) {
    double least = Double.MAX_VALUE;
    int flat = 0;
    for (int i = 0; i < WARM_ROUNDS && flat < FLAT_ROUNDS; i++) {
      CpuMeter cpu = new CpuMeter(postgres.pid());
      double cost = cpu.serverMicrosPerEvent(step.getAsLong());
      flat = cost > least * 0.95 ? flat + 1 : 0;
      least = Math.min(least, cost);
      LockSupport.parkNanos(COMPILE_NANOS);
    }
  }

  private int start(String name, Class<?> main, String... arguments) {
    String line = launch(name, main, arguments).readyLine();
    return Integer.parseInt(line.substring("ready ".length()));
  }

  private JavaProcess launch(String name, Class<?> main, String... arguments) {
    JavaProcess process =
        JavaProcess.start(
            name,
            JavaProcess.mainClass(main, arguments),
            Map.of(),
            folder,
            line -> line.startsWith("ready"),
            READY);
    open.push(process);
    return process;
  }

  /** Repeats a step as often as the options say and keeps the results in order. */
  <T> List<T> rounds(Supplier<T> step) {
    List<T> results = new ArrayList<>();
    for (int i = 1; i <= options.rounds(); i++) {
      say("  round %d of %d", i, options.rounds());
      results.add(step.get());
    }
    return results;
  }

  @Override
  public void close() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
    postgres.close();
    Processes.deleteTree(folder);
  }
}
