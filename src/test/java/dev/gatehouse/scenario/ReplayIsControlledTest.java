package dev.gatehouse.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.support.Facts;
import dev.gatehouse.support.GatewayProcess;
import dev.gatehouse.support.Sink;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A replay does what was asked, no more, and can be stopped; its books always balance. */
class ReplayIsControlledTest {
  private static final Duration SOON = Duration.ofSeconds(40);
  private static final String ALL =
      "{\"filter\":{\"destination\":\"ill\"},\"reason\":\"mended\"%s}";

  @Test
  void aReplayToOneDestinationLeavesTheOthersAloneAndPressedTwiceIsOne() throws IOException {
    try (Sink well = Sink.start();
        Sink ill = Sink.start(Sink.inTurn(422));
        Station station = station(well, ill)) {
      GatewayProcess node = station.startNode();
      Facts facts = station.facts();
      fail(node, facts, 25);
      ill.script(call -> Sink.Reply.of(200));
      Replaying replaying = new Replaying(node, facts);

      String first = replaying.ask(ALL.formatted(""));
      String second = replaying.ask(ALL.formatted(""));
      JsonNode done = replaying.await(first, "finished");

      assertThat(second).as("pressed twice is one replay").isEqualTo(first);
      assertThat(facts.count("replay")).isEqualTo(1);
      assertThat(Replaying.count(done, "selected")).isEqualTo(25);
      assertThat(Replaying.count(done, "succeeded")).isEqualTo(25);
      assertThat(well.count()).as("the other destination is not called again").isEqualTo(25);
      assertThat(ill.count()).isEqualTo(50);
      assertThat(keys(ill)).as("under the same keys").hasSize(25);
      assertThat(facts.openDeadLetters()).isZero();
      assertThat(
              facts.number(
                  "select count(*) as n from attempt where replay = ?::uuid and run = 1", first))
          .as("attempts that bear the replay")
          .isEqualTo(25);
    }
  }

  @Test
  void aStagedReplayStopsWhenFailuresRiseAndGoesOnWhenSomebodySaysSo() throws IOException {
    try (Sink well = Sink.start();
        Sink ill = Sink.start(Sink.inTurn(422));
        Station station = station(well, ill)) {
      GatewayProcess node = station.startNode();
      Facts facts = station.facts();
      fail(node, facts, 40);
      Replaying replaying = new Replaying(node, facts);

      String id =
          replaying.ask(
              ALL.formatted(",\"canary\":4,\"stages\":[\"50%\"],\"stop_at_failure_ratio\":0.2"));
      JsonNode stopped = replaying.await(id, "stopped");

      assertThat(stopped.get("stop_reason").stringValue()).isEqualTo("failure_ratio");
      assertThat(Replaying.count(stopped, "failed")).as("no more than the canary").isEqualTo(4);
      assertThat(Replaying.count(stopped, "left")).isEqualTo(36);
      assertThat(ill.count()).isEqualTo(44);
      assertThat(stopped.get("failed_by").get("DESTINATION_REJECTED").intValue()).isEqualTo(4);

      ill.script(call -> Sink.Reply.of(200));
      assertThat(replaying.decide(id, "resume").status()).isEqualTo(200);
      JsonNode done = replaying.await(id, "finished");

      assertThat(Replaying.count(done, "succeeded")).isEqualTo(36);
      assertThat(Replaying.count(done, "failed")).isEqualTo(4);
      assertThat(ill.count()).isEqualTo(80);
      assertThat(well.count()).isEqualTo(40);
      assertThat(facts.openDeadLetters()).isEqualTo(4);
    }
  }

  @Test
  void aSickDestinationIsWaitedForAndACancelledReplayLeavesTheRestAlone() throws IOException {
    try (Sink well = Sink.start();
        Sink ill = Sink.start(Sink.inTurn(422));
        Station station = station(well, ill)) {
      GatewayProcess node = station.startNode();
      Facts facts = station.facts();
      fail(node, facts, 20);
      assertThat(
              node.admin().send("POST", "/destinations/ill/pause", "{\"reason\":\"r\"}").status())
          .isEqualTo(200);
      ill.script(call -> Sink.Reply.of(200));
      Replaying replaying = new Replaying(node, facts);

      String id = replaying.ask(ALL.formatted(",\"per_second\":5"));
      JsonNode waiting = replaying.await(id, "running");
      assertThat(Replaying.count(waiting, "left")).isEqualTo(20);
      assertThat(waiting.get("under_way").intValue()).as("paused takes nothing").isZero();
      assertThat(
              node.admin().send("POST", "/destinations/ill/resume", "{\"reason\":\"r\"}").status())
          .isEqualTo(200);
      Awaitility.await("some are through")
          .atMost(SOON)
          .until(() -> Replaying.count(replaying.show(id), "succeeded") > 2);
      assertThat(replaying.decide(id, "cancel").status()).isEqualTo(200);
      Awaitility.await("nothing is under way")
          .atMost(SOON)
          .until(() -> Replaying.count(replaying.show(id), "left") == 0);
      JsonNode done = replaying.show(id);

      assertThat(done.get("state").stringValue()).isEqualTo("cancelled");
      int succeeded = Replaying.count(done, "succeeded");
      assertThat(succeeded).isBetween(3, 19);
      assertThat(done.get("skipped_by").get("cancelled").intValue()).isEqualTo(20 - succeeded);
      assertThat(ill.count()).isEqualTo(20 + succeeded);
      assertThat(facts.openDeadLetters()).isEqualTo(20 - succeeded);
    }
  }

  private static Station station(Sink well, Sink ill) {
    Map<String, String> destinations = new LinkedHashMap<>();
    destinations.put("well", well.url());
    destinations.put("ill", ill.url());
    return Station.open(Orders.config(Orders.SELLING, destinations));
  }

  /** Orders of which every one arrives at one destination and is refused by the other. */
  private static void fail(GatewayProcess node, Facts facts, int many) {
    for (int i = 1; i <= many; i++) {
      Station.post(node, Orders.request("evt_" + i, "order.paid", "ord_" + i, 1));
    }
    Awaitility.await("dead").atMost(SOON).until(() -> facts.openDeadLetters() == many);
  }

  private static Set<String> keys(Sink sink) {
    return sink.calls().stream()
        .map(call -> call.header("idempotency-key").orElseThrow())
        .collect(Collectors.toSet());
  }
}
