package dev.gatehouse.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.support.GatewayProcess;
import dev.gatehouse.support.Sink;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Promise 5: a verdict is reached exactly once, also when a node freezes and wakes up again. */
class TwoNodesOneDatabaseTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  @Test
  void aNodeThatFreezesAndWakesUpChangesNothingThatTheOtherHasDecided() throws IOException {
    try (Sink sink = Sink.start();
        Station station =
            Station.open(Orders.config(Orders.COUNTING, Map.of("sink", sink.url())))) {
      GatewayProcess sleeper = station.startNode();
      GatewayProcess other = station.startNode();
      Awaitility.await("lanes split").atMost(LONG).until(() -> owners(station) == 2);
      try (Flood toSleeper = Flood.start(4, sleeper::port, number -> tick("s", number));
          Flood toOther = Flood.start(4, other::port, number -> tick("o", number))) {
        Awaitility.await("load")
            .atMost(LONG)
            .until(() -> toSleeper.count() >= 400 && toOther.count() >= 400);
        sleeper.process().freeze();
        Awaitility.await("taken over").atMost(LONG).until(() -> liveOwners(station) == 1);
        int worked = toOther.count();
        Awaitility.await("work goes on").atMost(LONG).until(() -> toOther.count() >= worked + 400);
        sleeper.process().thaw();
        int awake = toSleeper.count();
        Awaitility.await("awake").atMost(LONG).until(() -> toSleeper.count() >= awake + 200);
        toSleeper.close();
        toOther.close();

        station.facts().settle(LONG);
        assertThat(sleeper.process().isAlive()).isTrue();
        Books.showEveryStepOnce(station.sql());
        assertThat(station.facts().deadLetters()).isZero();
        assertThat(station.facts().events())
            .isGreaterThanOrEqualTo(toSleeper.count() + toOther.count());
      }
    }
  }

  @Test
  void aNodeThatStopsInOrderHandsItsLanesOverAtOnce() {
    try (Station station = Station.open(Orders.config(Orders.COUNTING, Map.of()))) {
      GatewayProcess first = station.startNode();
      GatewayProcess second = station.startNode();
      Awaitility.await("lanes split").atMost(LONG).until(() -> owners(station) == 2);
      first.stop();
      Awaitility.await("all lanes at the other, long before a lease would have run out")
          .atMost(Duration.ofSeconds(8))
          .until(() -> liveOwners(station) == 1);
      assertThat(Station.post(second, tick("x", 1)).status()).isEqualTo(200);
      station.facts().settle();
      assertThat(
              station
                  .facts()
                  .number("select count(*) as n from lane where not clean and owner is null"))
          .isZero();
    }
  }

  private static byte[] tick(String prefix, long number) {
    return Orders.request(prefix + number, "tick", "ord_" + number % 40, number);
  }

  private static long owners(Station station) {
    return station
        .facts()
        .number("select count(distinct owner) as n from lane where lease_until > now()");
  }

  /** Nodes that hold a lease now; none while some lane is held by nobody. */
  private static long liveOwners(Station station) {
    return station
        .facts()
        .number(
            """
            select case when count(*) filter (where lease_until > now()) = count(*)
              then count(distinct owner) else 0 end as n from lane
            """);
  }
}
