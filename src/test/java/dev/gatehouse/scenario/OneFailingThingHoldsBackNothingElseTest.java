package dev.gatehouse.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.support.GatewayProcess;
import dev.gatehouse.support.Sink;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Promise 7: what fails, hangs or is dead holds back only what has to follow it. */
class OneFailingThingHoldsBackNothingElseTest {
  private static final int EVENTS = 150;
  private static final Duration SOON = Duration.ofSeconds(15);

  @Test
  void destinationsThatHangOrFailDoNotDelayTheOneThatIsWell() throws IOException {
    try (Sink well = Sink.start();
        Sink failing = Sink.start(Sink.inTurn(500));
        Sink hanging = Sink.start()) {
      hanging.script(call -> hanging.never());
      Map<String, String> destinations = new LinkedHashMap<>();
      destinations.put("hanging", hanging.url());
      destinations.put("failing", failing.url());
      destinations.put("well", well.url());
      try (Station station = Station.open(Orders.config(Orders.COUNTING, destinations))) {
        GatewayProcess node = station.startNode();
        for (int i = 1; i <= EVENTS; i++) {
          Station.post(node, AcknowledgedMeansDurableTest.tick(i));
        }
        Awaitility.await("all at the destination that is well")
            .atMost(SOON)
            .until(() -> well.count() == EVENTS);
        assertThat(failing.count()).as("the others were tried").isPositive();
        assertThat(hanging.count()).as("the others were tried").isPositive();
      }
    }
  }

  @Test
  void aDeliveryThatIsRetriedHoldsBackOnlyItsOwnEntity() throws IOException {
    try (Sink sink =
        Sink.start(call -> Sink.Reply.of(call.text().contains("\"ord_sick\"") ? 500 : 200))) {
      String slowRetry =
          Orders.config(Orders.COUNTING, Map.of("sink", sink.url()))
              .replace(
                  "base: 50ms, cap: 200ms, max_attempts: 4", "base: 30s, cap: 1h, max_attempts: 9");
      assertThat(slowRetry).contains("base: 30s");
      try (Station station = Station.open(slowRetry)) {
        GatewayProcess node = station.startNode();
        Station.post(node, Orders.request("evt_sick_1", "tick", "ord_sick", 1));
        Awaitility.await("the sick one was tried").atMost(SOON).until(() -> sink.count() == 1);
        Station.post(node, Orders.request("evt_sick_2", "tick", "ord_sick", 2));
        for (int i = 1; i <= EVENTS; i++) {
          Station.post(node, AcknowledgedMeansDurableTest.tick(i));
        }
        Awaitility.await("every other entity delivered")
            .atMost(SOON)
            .until(
                () ->
                    sink.calls().stream().filter(call -> !call.text().contains("ord_sick")).count()
                        == EVENTS);
        assertThat(sink.calls())
            .as("its follower waits behind it")
            .noneMatch(call -> call.text().contains("evt_sick_2"));
      }
    }
  }

  @Test
  void anEventThatCannotBeReadOrMovedHoldsBackNothing() {
    try (Station station = Station.open(Orders.config(Orders.SELLING, Map.of()))) {
      GatewayProcess node = station.startNode();
      Station.post(node, Orders.signed("evt_broken", "{\"type\":\"order.paid\",\"order\":"));
      Station.post(node, Orders.request("evt_illegal", "order.shipped", "ord_1", 1));
      Station.post(node, Orders.request("evt_paid", "order.paid", "ord_1", 2));
      Station.post(node, Orders.request("evt_other", "order.paid", "ord_2", 1));
      station.facts().settle();

      assertThat(station.facts().openDeadLetters()).isEqualTo(2);
      assertThat(station.facts().state("ord_1")).contains("paid");
      assertThat(station.facts().state("ord_2")).contains("paid");
    }
  }
}
