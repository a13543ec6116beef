package dev.gatehouse.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.support.GatewayProcess;
import dev.gatehouse.support.PostgresServer;
import dev.gatehouse.support.RawHttp;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Promise 1 when the database is away: 503 with Retry-After, and nothing acknowledged is lost. */
class DatabaseStoppedAndRestartedTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  @Test
  void whileTheDatabaseIsAwayNothingIsAcknowledgedAndAfterwardsWorkGoesOnByItself() {
    try (PostgresServer postgres = PostgresServer.start();
        Station station = Station.on(postgres, Orders.config(Orders.COUNTING, Map.of()))) {
      GatewayProcess node = station.startNode();
      try (Flood flood = Flood.start(6, node::port, AcknowledgedMeansDurableTest::tick)) {
        Awaitility.await("load").atMost(LONG).until(() -> flood.count() >= 300);

        postgres.crash();
        Awaitility.await("refusals").atMost(LONG).until(() -> flood.count(503) >= 20);
        int acknowledgedWhileAway = flood.count();
        Awaitility.await("more refusals").atMost(LONG).until(() -> flood.count(503) >= 40);
        assertThat(flood.count()).as("acknowledged while away").isEqualTo(acknowledgedWhileAway);
        assertThat(readiness(node)).isEqualTo(503);
        assertThat(Station.post(node, RawHttp.request("GET", "/healthz", new byte[0])).status())
            .as("the process itself is well")
            .isEqualTo(200);

        postgres.restart();
        Awaitility.await("taken again")
            .atMost(LONG)
            .until(() -> flood.count() >= acknowledgedWhileAway + 300);

        postgres.freeze();
        int refused = flood.count(503);
        Awaitility.await("refused, not hung").atMost(LONG).until(() -> flood.count(503) > refused);
        postgres.thaw();
        int frozen = flood.count();
        Awaitility.await("taken after the thaw")
            .atMost(LONG)
            .until(() -> flood.count() >= frozen + 300);

        flood.close();
        assertThat(flood.refusals())
            .allSatisfy(
                answer -> {
                  assertThat(answer.status()).isEqualTo(503);
                  assertThat(answer.header("retry-after")).isPresent();
                });
        station.facts().settle(LONG);
        Books.holdEverythingAcknowledged(station.sql(), flood.acknowledged());
        Books.showEveryStepOnce(station.sql());
        assertThat(readiness(node)).isEqualTo(200);
      }
    }
  }

  private static int readiness(GatewayProcess node) {
    return Station.post(node, RawHttp.request("GET", "/readyz", new byte[0])).status();
  }
}
