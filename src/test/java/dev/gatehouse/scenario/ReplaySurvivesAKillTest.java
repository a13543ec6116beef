package dev.gatehouse.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.support.Facts;
import dev.gatehouse.support.GatewayProcess;
import dev.gatehouse.support.Sink;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A node that dies in the middle of a replay costs nothing: another one goes on with it. */
class ReplaySurvivesAKillTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final int MANY = 60;

  @Test
  void afterKillMinus9TheBooksBalanceAndNothingIsGivenBackTwice() throws IOException {
    try (Sink sink = Sink.start(Sink.inTurn(422));
        Station station = Station.open(Orders.config(Orders.SELLING, Map.of("sink", sink.url())))) {
      GatewayProcess node = station.startNode();
      Facts facts = station.facts();
      for (int i = 1; i <= MANY; i++) {
        Station.post(node, Orders.request("evt_" + i, "order.paid", "ord_" + i, 1));
      }
      Awaitility.await("dead").atMost(SOON).until(() -> facts.openDeadLetters() == MANY);
      long before = sink.count();
      sink.script(call -> Sink.Reply.of(200));
      Replaying replaying = new Replaying(node, facts);
      String id =
          replaying.ask(
              "{\"filter\":{\"source\":\"orders\"},\"reason\":\"mended\",\"per_second\":20}");
      Awaitility.await("in the middle")
          .atMost(SOON)
          .pollInterval(Duration.ofMillis(20))
          .until(
              () ->
                  sink.count() > before + 10
                      && facts.number("select coalesce(min(remaining), 60) as n from replay")
                          <= MANY - 5);
      node.kill();
      replaying.checkBooks();
      long left = facts.number("select remaining as n from replay");
      assertThat(left).as("killed in the middle").isBetween(1L, MANY - 5L);

      GatewayProcess other = station.startNode();
      JsonNode done = new Replaying(other, facts).await(id, "finished");

      assertThat(Replaying.count(done, "succeeded")).isEqualTo(MANY);
      assertThat(facts.openDeadLetters()).isZero();
      assertThat(
              sink.calls().stream()
                  .map(call -> call.header("idempotency-key").orElseThrow())
                  .collect(Collectors.toSet()))
          .as("one key for each effect")
          .hasSize(MANY);
      assertThat(
              facts.number(
                  "select count(*) as n from attempt where run > 0 and result = 'delivered'"))
          .as("each arrived once by the gateway's own record")
          .isEqualTo(MANY);
      assertThat(facts.number("select coalesce(max(run), 0) as n from attempt"))
          .as("no second run was begun")
          .isEqualTo(1);
      assertThat(
              facts.number("select count(*) as n from dead_letter_change where after = 'replayed'"))
          .isEqualTo(MANY);
    }
  }
}
