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
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Four eyes, a limit on cycles, and replays of events that are not dead. */
class ReplayNeedsASecondPersonTest {
  private static final Duration SOON = Duration.ofSeconds(40);

  @Test
  void whoAskedCannotApproveAndNothingMovesBeforeSomebodyElseHas() throws IOException {
    try (Sink sink = Sink.start(Sink.inTurn(422));
        Station station = Station.open(Orders.config(Orders.SELLING, Map.of("sink", sink.url())))) {
      GatewayProcess node = station.startNode();
      Facts facts = station.facts();
      for (int i = 1; i <= 3; i++) {
        Station.post(node, Orders.request("evt_" + i, "order.paid", "ord_" + i, 1));
      }
      Awaitility.await("dead").atMost(SOON).until(() -> facts.openDeadLetters() == 3);
      sink.script(call -> Sink.Reply.of(200));
      Replaying replaying = new Replaying(node, facts);
      AdminApi viewer = as(node, "viewer");
      AdminApi replayer = as(node, "replayer");
      AdminApi approver = as(node, "approver");
      String wish = "{\"filter\":{\"source\":\"orders\"},\"reason\":\"mended\",\"approval\":true}";

      assertThat(viewer.send("POST", "/replays", wish).status()).isEqualTo(403);
      String id = replaying.ask(wish);
      JsonNode waits = replaying.await(id, "awaiting_approval");
      assertThat(waits.get("forecast").get("would_deliver").intValue()).isEqualTo(3);
      assertThat(replaying.decide(id, "approve").status()).as("the one who asked").isEqualTo(403);
      assertThat(replayer.send("POST", "/replays/" + id + "/approve", "{}").status())
          .as("not an approver")
          .isEqualTo(403);
      assertThat(sink.count()).isEqualTo(3);
      assertThat(approver.send("POST", "/replays/" + id + "/approve", "{}").status())
          .isEqualTo(200);
      JsonNode done = replaying.await(id, "finished");

      assertThat(done.get("approved_by").stringValue()).isEqualTo("approver");
      assertThat(Replaying.count(done, "succeeded")).isEqualTo(3);
      assertThat(sink.count()).isEqualTo(6);
      assertThat(approver.send("POST", "/replays/" + id + "/approve", "{}").status())
          .isEqualTo(409);
    }
  }

  @Test
  void whatFailsAgainAndAgainIsLeftAloneUntilSomebodyHasLooked() throws IOException {
    try (Sink sink = Sink.start(Sink.inTurn(422));
        Station station = Station.open(Orders.config(Orders.SELLING, Map.of("sink", sink.url())))) {
      GatewayProcess node = station.startNode();
      Facts facts = station.facts();
      Station.post(node, Orders.request("evt_1", "order.paid", "ord_1", 1));
      Replaying replaying = new Replaying(node, facts);
      for (int i = 1; i <= 3; i++) {
        Awaitility.await("dead").atMost(SOON).until(() -> facts.openDeadLetters() == 1);
        JsonNode failed =
            replaying.await(
                replaying.ask(
                    "{\"filter\":{\"source\":\"orders\"},\"reason\":\"try %d\"}".formatted(i)),
                "finished");
        assertThat(Replaying.count(failed, "failed")).isEqualTo(1);
      }
      JsonNode skipped =
          replaying.await(
              replaying.ask("{\"filter\":{\"source\":\"orders\"},\"reason\":\"try 4\"}"),
              "finished");

      assertThat(skipped.get("skipped_by").get("recurring").intValue()).isEqualTo(1);
      assertThat(sink.count()).isEqualTo(4);
      sink.script(call -> Sink.Reply.of(200));
      String letter = facts.openDeadLetter().orElseThrow().toString();
      assertThat(
              node.admin()
                  .send(
                      "PATCH",
                      "/dead-letters/" + letter,
                      "{\"status\":\"ready_for_replay\",\"note\":\"looked\"}")
                  .status())
          .isEqualTo(200);
      JsonNode done =
          replaying.await(
              replaying.ask("{\"filter\":{\"ids\":[\"" + letter + "\"]},\"reason\":\"try 5\"}"),
              "finished");
      assertThat(Replaying.count(done, "succeeded")).isEqualTo(1);
    }
  }

  @Test
  void plainEventsAndArrivedDeliveriesAreRunAgainOnlyAsFarAsAsked() throws IOException {
    try (Sink one = Sink.start();
        Sink two = Sink.start()) {
      Map<String, String> destinations = new LinkedHashMap<>();
      destinations.put("one", one.url());
      destinations.put("two", two.url());
      try (Station station = Station.open(Orders.config(Orders.SELLING, destinations))) {
        GatewayProcess node = station.startNode();
        Facts facts = station.facts();
        for (int i = 1; i <= 3; i++) {
          Station.post(node, Orders.request("evt_" + i, "order.paid", "ord_" + i, 1));
        }
        Awaitility.await("delivered").atMost(SOON).until(() -> one.count() + two.count() == 6);
        facts.settle();
        Replaying replaying = new Replaying(node, facts);
        String range = "\"from\":\"2020-01-01T00:00:00Z\",\"to\":\"2100-01-01T00:00:00Z\"";

        JsonNode events =
            replaying.await(
                replaying.ask(
                    "{\"filter\":{\"subject\":\"events\",%s},\"reason\":\"r\"}".formatted(range)),
                "finished");
        facts.settle();
        assertThat(Replaying.count(events, "succeeded")).isEqualTo(3);
        assertThat(one.count() + two.count()).as("finished steps are not repeated").isEqualTo(6);
        assertThat(facts.number("select max(version) as n from entity")).isEqualTo(1);

        JsonNode again =
            replaying.await(
                replaying.ask(
                    "{\"filter\":{\"subject\":\"deliveries\",\"destination\":\"two\",%s},\"reason\":\"they lost it\"}"
                        .formatted(range)),
                "finished");
        assertThat(Replaying.count(again, "succeeded")).isEqualTo(3);
        assertThat(one.count()).isEqualTo(3);
        assertThat(two.count()).isEqualTo(6);
      }
    }
  }

  private static AdminApi as(GatewayProcess node, String role) {
    JsonNode token =
        node.admin()
            .send("POST", "/tokens", "{\"name\":\"%s\",\"roles\":[\"%s\"]}".formatted(role, role))
            .json();
    return new AdminApi(node.adminPort(), token.get("token").stringValue());
  }
}
