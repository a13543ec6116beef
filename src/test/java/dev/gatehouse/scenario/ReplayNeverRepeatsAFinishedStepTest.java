package dev.gatehouse.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.support.AdminApi;
import dev.gatehouse.support.Facts;
import dev.gatehouse.support.GatewayProcess;
import dev.gatehouse.support.Sink;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Promise 9: running a dead letter again does what is left to do, and nothing else. */
class ReplayNeverRepeatsAFinishedStepTest {
  private static final Duration SOON = Duration.ofSeconds(20);

  @Test
  void onlyTheDestinationThatFailedIsCalledAgainUnderTheSameKey() throws IOException {
    try (Sink well = Sink.start();
        Sink healing = Sink.start(Sink.inTurn(500, 500, 500, 500, 200))) {
      Map<String, String> destinations = new LinkedHashMap<>();
      destinations.put("well", well.url());
      destinations.put("healing", healing.url());
      try (Station station = Station.open(Orders.config(Orders.SELLING, destinations))) {
        GatewayProcess node = station.startNode();
        Station.post(node, Orders.request("evt_1", "order.paid", "ord_1", 1));
        Facts facts = station.facts();
        Awaitility.await("dead").atMost(SOON).until(() -> facts.openDeadLetters() == 1);
        UUID deadLetter = facts.openDeadLetter().orElseThrow();

        assertThat(rerun(node, deadLetter).status() / 100).isEqualTo(2);
        Awaitility.await("delivered").atMost(SOON).until(() -> healing.count() == 5);
        facts.settle();
        AdminApi.Answer again = rerun(node, deadLetter);
        facts.settle();

        assertThat(again.status()).as("nothing is left to do").isIn(200, 202, 409, 422);
        assertThat(healing.count()).isEqualTo(5);
        assertThat(well.count()).as("a finished destination is not called again").isEqualTo(1);
        assertThat(facts.count("outcome")).as("the verdict is not reached again").isEqualTo(1);
        assertThat(
                healing.calls().stream()
                    .map(call -> call.header("idempotency-key").orElseThrow())
                    .collect(Collectors.toSet()))
            .as("one key for every attempt")
            .hasSize(1);
        assertThat(healing.calls().stream().map(Sink.Call::text).collect(Collectors.toSet()))
            .hasSize(1);
        assertThat(facts.openDeadLetters()).isZero();
      }
    }
  }

  @Test
  void anEventThatCouldNotMoveIsFoldedOnceMoreAndDeliveredOnce() throws IOException {
    try (Sink sink = Sink.start();
        Station station = Station.open(Orders.config(Orders.SELLING, Map.of("sink", sink.url())))) {
      GatewayProcess node = station.startNode();
      Station.post(node, Orders.request("evt_2", "order.shipped", "ord_1", 2));
      Facts facts = station.facts();
      Awaitility.await("dead").atMost(SOON).until(() -> facts.openDeadLetters() == 1);
      Station.post(node, Orders.request("evt_1", "order.paid", "ord_1", 1));
      facts.settle();
      assertThat(facts.state("ord_1")).contains("paid");

      UUID deadLetter = facts.openDeadLetter().orElseThrow();
      assertThat(rerun(node, deadLetter).status() / 100).isEqualTo(2);
      Awaitility.await("shipped")
          .atMost(SOON)
          .until(() -> facts.state("ord_1").orElse("").equals("shipped"));
      facts.settle();
      rerun(node, deadLetter);
      facts.settle();

      assertThat(sink.count()).as("each event is delivered once").isEqualTo(2);
      assertThat(facts.number("select count(*) as n from outcome where verdict = 'applied'"))
          .isEqualTo(2);
      assertThat(facts.openDeadLetters()).isZero();
    }
  }

  private static AdminApi.Answer rerun(GatewayProcess node, UUID deadLetter) {
    return node.admin()
        .send("POST", "/dead-letters/" + deadLetter + "/rerun", "{\"note\":\"mended\"}");
  }
}
