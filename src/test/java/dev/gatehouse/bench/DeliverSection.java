package dev.gatehouse.bench;

import dev.gatehouse.deliver.DestinationSettings;
import dev.gatehouse.deliver.worker.Deliverer;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.support.Sink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Delivering alone: against the HTTP client alone, with many destinations of which some hang, and
 * beside one with a long backlog.
 */
final class DeliverSection implements Section {
  private static final int DESTINATIONS = 1000;
  private static final int EACH = 20;
  private static final int WARM_ROUNDS = 4;
  private static final int BACKLOG = 100_000;
  private static final int LIVE = 10;
  private static final int LIVE_ROUNDS = 6;
  private static final Duration WARM = Duration.ofSeconds(2);
  private static final Duration SLOW_ANSWER = Duration.ofSeconds(1);

  private record Fast(double client, double delivered) {}

  private record Many(double well, double someHang) {}

  @Override
  public String name() {
    return "deliver";
  }

  @Override
  public List<Row> measure(Rig rig) {
    List<Row> rows = new ArrayList<>(List.of(fast(rig), many(rig)));
    // A ratio of two p99s takes minutes to be told from noise: by itself, or in the long run.
    if (!rig.options().quick() || rig.options().only().contains(name())) {
      rows.add(beside(rig));
    }
    return rows;
  }

  private static Row fast(Rig rig) {
    int count = rig.options().quick() ? 20_000 : 60_000;
    List<DestinationSettings> settings = List.of(Delivering.to("fast", rig.sink().port()));
    try (Delivering delivering = rig.delivering()) {
      List<Fast> rounds = new ArrayList<>();
      for (int i = 0; i < WARM_ROUNDS; i++) {
        drain(rig, delivering, settings, count);
      }
      rounds.addAll(
          rig.rounds(() -> new Fast(rig.sinkAlone(), drain(rig, delivering, settings, count))));
      Map<String, Object> beside = new LinkedHashMap<>();
      beside.put("client/s", Ceiling.median(rounds.stream().map(Fast::client).toList()));
      beside.put("delivered/s", Ceiling.median(rounds.stream().map(Fast::delivered).toList()));
      return Row.atLeast(
          "deliveries to a fast sink, of the HTTP client alone",
          Ceiling.median(rounds.stream().map(r -> r.delivered() / r.client()).toList()),
          0.4,
          beside);
    }
  }

  private static double drain(
      Rig rig, Delivering delivering, List<DestinationSettings> settings, int each) {
    int count = each * settings.size();
    delivering.write(count, n -> settings.get((int) (n % settings.size())).name());
    double rate = delivering.drain(settings, rig.sink(), count);
    Rig.say("  %d to %d destinations: %.0f/s", count, settings.size(), rate);
    return rate;
  }

  private static Row many(Rig rig) {
    List<DestinationSettings> well = destinations("well-", DESTINATIONS, rig.sink().port());
    try (HangingServer hanging = new HangingServer();
        Delivering delivering = rig.delivering()) {
      List<DestinationSettings> hang = destinations("hang-", DESTINATIONS / 10, hanging.port());
      List<DestinationSettings> most = well.subList(0, DESTINATIONS - hang.size());
      List<DestinationSettings> mixed = Stream.concat(most.stream(), hang.stream()).toList();
      List<Many> rounds =
          rig.rounds(
              () -> {
                double all = drain(rig, delivering, well, EACH);
                int count = EACH * mixed.size();
                delivering.write(count, n -> mixed.get((int) (n % mixed.size())).name());
                double rate = delivering.drain(mixed, rig.sink(), (long) EACH * most.size());
                Rig.say("  the same while a tenth hangs: %.0f/s", rate);
                return new Many(all, rate);
              });
      Map<String, Object> beside = new LinkedHashMap<>();
      beside.put("all_well/s", Ceiling.median(rounds.stream().map(Many::well).toList()));
      beside.put("tenth_hangs/s", Ceiling.median(rounds.stream().map(Many::someHang).toList()));
      return Row.atLeast(
          "deliveries to 1 000 destinations while 100 hang, against none",
          Ceiling.median(rounds.stream().map(r -> r.someHang() / r.well()).toList()),
          0.9,
          beside);
    }
  }

  private static Row beside(Rig rig) {
    try (Sink slow = Sink.start(call -> slowly());
        Delivering alone = rig.delivering();
        Delivering loaded = rig.delivering()) {
      List<DestinationSettings> settings = new ArrayList<>();
      settings.addAll(destinations("live-", LIVE, rig.sink().port()));
      DestinationName heavy = new DestinationName("heavy");
      settings.add(Delivering.to(heavy.value(), slow.port()));
      loaded.write(BACKLOG, n -> heavy);
      loaded.settle();
      Rig.say("  %d wait for one destination", BACKLOG);
      for (int i = 0; i < WARM_ROUNDS; i++) {
        live(rig, alone, settings);
      }
      List<Double> without = new ArrayList<>();
      List<Double> with = new ArrayList<>();
      for (int i = 0; i < 2 * LIVE_ROUNDS; i++) {
        // There and back again, so that what changes with time does not count for one of them.
        boolean first = i % 4 == 0 || i % 4 == 3;
        (first ? without : with).add(live(rig, first ? alone : loaded, settings));
      }
      if (slow.count() == 0) {
        throw new IllegalStateException("the destination with the backlog was not sent to");
      }
      double p99 = Ceiling.median(without);
      double beside = Ceiling.median(with);
      Map<String, Object> figures = new LinkedHashMap<>();
      figures.put("p99_alone_ms", p99);
      figures.put("p99_beside_ms", beside);
      return Row.atMost(
          "p99 of deliveries beside 100 000 that wait elsewhere, against without",
          beside / p99,
          1.1,
          figures);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The 99th percentile in milliseconds. */
  private static double live(Rig rig, Delivering delivering, List<DestinationSettings> settings) {
    LiveDeliveries live =
        new LiveDeliveries(
            delivering, settings.stream().limit(LIVE).map(DestinationSettings::name).toList());
    Deliverer deliverer = delivering.start(settings, live);
    try {
      LatencyHistogram seen = live.measure(deliverer, WARM, rig.options().step().multipliedBy(2));
      Rig.say(
          "  live deliveries: p50 %.2f ms, p99 %.2f ms",
          Rig.millis(seen.quantile(0.5)), Rig.millis(seen.quantile(0.99)));
      return Rig.millis(seen.quantile(0.99));
    } finally {
      deliverer.stop(Duration.ofSeconds(1));
    }
  }

  private static Sink.Reply slowly() throws InterruptedException {
    Thread.sleep(SLOW_ANSWER);
    return Sink.Reply.of(200);
  }

  private static List<DestinationSettings> destinations(String prefix, int count, int port) {
    return IntStream.range(0, count).mapToObj(i -> Delivering.to(prefix + i, port)).toList();
  }
}
