package dev.gatehouse.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.support.GatewayProcess;
import dev.gatehouse.support.RawHttp;
import dev.gatehouse.support.Sink;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Promise 3: one event id, one event, however many copies come and wherever they arrive. */
class TwentyConcurrentCopiesTest {
  private static final int COPIES = 20;

  @Test
  void twentyCopiesAtOnceOverTwoNodesAreOneEventAndOneDelivery() throws Exception {
    try (Sink sink = Sink.start();
        Station station =
            Station.open(Orders.config(Orders.COUNTING, Map.of("sink", sink.url())))) {
      List<GatewayProcess> nodes = List.of(station.startNode(), station.startNode());
      for (int round = 1; round <= 5; round++) {
        byte[] request = Orders.request("evt_" + round, "tick", "ord_1", round);
        List<RawHttp.Answer> answers = atOnce(nodes, request);
        assertThat(answers).extracting(RawHttp.Answer::status).containsOnly(200);
        assertThat(answers)
            .filteredOn(answer -> answer.text().contains("\"accepted\""))
            .as("told that it is new")
            .hasSize(1);
        assertThat(answers.stream().map(answer -> answer.text().split("\"event\":")[1]).distinct())
            .as("events named")
            .hasSize(1);
      }
      station.facts().settle();
      assertThat(station.facts().events()).isEqualTo(5);
      assertThat(sink.count()).isEqualTo(5);
      Books.showEveryStepOnce(station.sql());
    }
  }

  @Test
  void theSameIdWithOtherBytesIsAcknowledgedKeptAsAConflictAndNeverWorked() {
    try (Station station = Station.open(Orders.config(Orders.COUNTING, Map.of()))) {
      GatewayProcess node = station.startNode();
      RawHttp.Answer first = Station.post(node, Orders.request("evt_1", "tick", "ord_1", 1));
      RawHttp.Answer other = Station.post(node, Orders.request("evt_1", "tick", "ord_2", 1));

      assertThat(other.status()).isEqualTo(200);
      assertThat(other.text()).isEqualTo(first.text().replace("accepted", "duplicate"));
      station.facts().settle();
      assertThat(station.facts().events()).isEqualTo(1);
      assertThat(station.facts().state("ord_2")).isEmpty();
      assertThat(station.facts().number("select count(*) as n from event_copy where conflict"))
          .isEqualTo(1);
    }
  }

  private static List<RawHttp.Answer> atOnce(List<GatewayProcess> nodes, byte[] request)
      throws Exception {
    CyclicBarrier start = new CyclicBarrier(COPIES);
    try (ExecutorService threads = Executors.newFixedThreadPool(COPIES)) {
      List<Future<RawHttp.Answer>> running = new ArrayList<>();
      for (int i = 0; i < COPIES; i++) {
        int port = nodes.get(i % nodes.size()).port();
        running.add(
            threads.submit(
                () -> {
                  try (RawHttp http = new RawHttp(port)) {
                    start.await();
                    return http.exchange(request);
                  }
                }));
      }
      List<RawHttp.Answer> answers = new ArrayList<>();
      for (Future<RawHttp.Answer> each : running) {
        answers.add(each.get());
      }
      return answers;
    }
  }
}
