package dev.gatehouse.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.support.AdminApi;
import dev.gatehouse.support.Facts;
import dev.gatehouse.support.GatewayProcess;
import dev.gatehouse.support.GatewaySetup;
import dev.gatehouse.support.Processes;
import dev.gatehouse.support.Sink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A dry run says what would happen, is right about it, and leaves no trace but its report. */
class ADryRunWritesNothingTest {
  private static final Duration SOON = Duration.ofSeconds(40);

  /** No event has a total, so this guard has no answer. */
  private static final String BROKEN =
      Orders.SELLING.replace("[new], to: paid }", "[new], to: paid, when: \"body.total > 0\" }");

  private static final String BOTH =
      "{\"filter\":{\"source\":\"orders\"},\"reason\":\"the guard is mended\",\"dry_run\":%s}";

  @Test
  void theForecastIsWhatHappensThenAndACreationComesBeforeItsUpdate() throws IOException {
    Path folder = Files.createTempDirectory("gatehouse-dry-run-");
    try (Sink sink = Sink.start();
        Station station = Station.open(Orders.config(BROKEN, Map.of("sink", sink.url())))) {
      GatewayProcess broken = station.startNode();
      Facts facts = station.facts();
      // The update of each order arrives before its creation; the last order is only shipped.
      for (int i = 1; i <= 6; i++) {
        Station.post(broken, Orders.request("ship_" + i, "order.shipped", "ord_" + i, 2));
      }
      for (int i = 1; i <= 5; i++) {
        Station.post(broken, Orders.request("paid_" + i, "order.paid", "ord_" + i, 1));
      }
      Awaitility.await("dead").atMost(SOON).until(() -> facts.openDeadLetters() == 11);
      assertThat(sink.count()).isZero();
      broken.stop();

      String mended = Orders.config(Orders.SELLING, Map.of("sink", sink.url()));
      try (GatewayProcess node =
          GatewayProcess.start(GatewaySetup.of(folder, mended).withDatabase(station.sql().url()))) {
        Replaying replaying = new Replaying(node, facts);
        Map<String, String> before = everythingElse(facts);
        String dry = replaying.ask(BOTH.formatted("true"));
        JsonNode report = replaying.await(dry, "forecast");

        assertThat(everythingElse(facts)).as("all other tables").isEqualTo(before);
        assertThat(sink.count()).isZero();
        Map<String, Integer> sums = new TreeMap<>();
        report
            .get("forecast")
            .propertyNames()
            .forEach(name -> sums.put(name, report.get("forecast").get(name).intValue()));
        assertThat(sums).isEqualTo(Map.of("would_apply", 10, "would_fail:ILLEGAL_TRANSITION", 1));
        assertThat(report.get("forecast_differs").intValue()).isEqualTo(10);

        String run = replaying.ask(BOTH.formatted("false"));
        JsonNode done = replaying.await(run, "finished");

        assertThat(Replaying.count(done, "succeeded")).isEqualTo(10);
        assertThat(Replaying.count(done, "failed")).isEqualTo(1);
        assertThat(fates(node.admin(), run, "state", "reason"))
            .as("item by item")
            .isEqualTo(expected(node.admin(), dry));
        for (int i = 1; i <= 5; i++) {
          assertThat(facts.state("ord_" + i)).contains("shipped");
          String order = "ord_" + i;
          assertThat(
                  sink.calls().stream()
                      .map(Sink.Call::text)
                      .filter(text -> text.contains(order))
                      .map(text -> text.contains("order.paid") ? "paid" : "shipped")
                      .toList())
              .isEqualTo(List.of("paid", "shipped"));
        }
      }
    } finally {
      Processes.deleteTree(folder);
    }
  }

  /** What each item is expected to end as: state and reason, by event. */
  private static Map<String, String> expected(AdminApi admin, String dry) {
    Map<String, String> expected = fates(admin, dry, "forecast", "forecast_reason");
    expected.replaceAll(
        (event, forecast) ->
            forecast.equals("would_apply null")
                ? "succeeded applied"
                : forecast.replace("would_fail", "failed"));
    return expected;
  }

  private static Map<String, String> fates(AdminApi admin, String replay, String what, String why) {
    Map<String, String> fates = new TreeMap<>();
    for (JsonNode item : admin.get("/replays/" + replay + "/items?limit=200").get("data")) {
      fates.put(
          item.get("event").stringValue(),
          item.path(what).asString("null") + " " + item.path(why).asString("null"));
    }
    return fates;
  }

  /** A digest of the rows of each table that is not the report itself, nor a sign of life. */
  private static Map<String, String> everythingElse(Facts facts) {
    Map<String, String> digests = new LinkedHashMap<>();
    for (Map<String, Object> table :
        facts.rows(
            """
            select relname from pg_class
            where relkind in ('r', 'p') and not relispartition
              and relnamespace = 'public'::regnamespace
              and relname not in ('replay', 'replay_item', 'audit', 'node', 'lane', 'api_token',
                'delivery_mark', 'alert')
            order by relname
            """)) {
      String name = (String) table.get("relname");
      digests.put(
          name,
          (String)
              facts
                  .rows(
                      "select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as v"
                          + " from "
                          + name
                          + " t")
                  .getFirst()
                  .get("v"));
    }
    return digests;
  }
}
