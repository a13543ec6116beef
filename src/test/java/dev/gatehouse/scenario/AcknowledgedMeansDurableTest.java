package dev.gatehouse.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.support.GatewayProcess;
import dev.gatehouse.support.GatewaySetup;
import dev.gatehouse.support.RawHttp;
import dev.gatehouse.support.Sink;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Promise 1, and 5 with it: a 2xx is sent only after the commit. */
class AcknowledgedMeansDurableTest {
  @TempDir Path folder;

  @Test
  void killedUnderLoadItLosesNothingAcknowledgedAndFoldsNothingTwice() throws IOException {
    try (Sink sink = Sink.start();
        Station station =
            Station.open(Orders.config(Orders.COUNTING, Map.of("sink", sink.url())))) {
      GatewayProcess node = station.startNode();
      try (Flood flood = Flood.start(12, node::port, AcknowledgedMeansDurableTest::tick)) {
        for (int kills = 1; kills <= 2; kills++) {
          int wanted = flood.count() + 1_500;
          Awaitility.await("load")
              .atMost(Duration.ofSeconds(60))
              .until(() -> flood.count() >= wanted);
          node.kill();
          node.startAgain();
        }
        int wanted = flood.count() + 200;
        Awaitility.await("back")
            .atMost(Duration.ofSeconds(60))
            .until(() -> flood.count() >= wanted);
        flood.close();

        station.facts().settle(Duration.ofSeconds(90));
        Books.holdEverythingAcknowledged(station.sql(), flood.acknowledged());
        Books.showEveryStepOnce(station.sql());
        assertThat(station.facts().deadLetters()).isZero();
        assertThat(sink.calls().stream().map(call -> call.header("idempotency-key")).distinct())
            .as("every event reached the destination")
            .hasSize((int) station.facts().events());
      }
    }
  }

  @Test
  void theEmbeddedDatabaseKeepsItsDataWhenTheProcessIsKilled() {
    GatewaySetup setup = GatewaySetup.of(folder, Orders.config(Orders.COUNTING, Map.of()));
    try (GatewayProcess node = GatewayProcess.start(setup)) {
      RawHttp.Answer first = Station.post(node, tick(1));
      assertThat(first.status()).isEqualTo(200);
      node.kill();
      node.startAgain();
      RawHttp.Answer second = Station.post(node, tick(1));
      assertThat(second.status()).isEqualTo(200);
      assertThat(second.text()).isEqualTo(first.text().replace("\"accepted\"", "\"duplicate\""));
      assertThat(node.stop()).as("stops in order").isIn(0, 143);
    }
  }

  /** Ticks of fifty entities, so that several events of each are under way at any time. */
  static byte[] tick(long number) {
    return Orders.request(Flood.id(number), "tick", "ord_" + number % 50, number);
  }
}
