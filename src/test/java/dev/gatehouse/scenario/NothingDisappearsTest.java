package dev.gatehouse.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.support.AdminApi;
import dev.gatehouse.support.Facts;
import dev.gatehouse.support.GatewayProcess;
import dev.gatehouse.support.Sink;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Promise 8: {@code received = pending + finished + dead} at any instant, and at the end by name.
 */
class NothingDisappearsTest {
  private static final int PER_KIND = 150;

  @Test
  void theBooksBalanceWhileEventsOfEveryFateAreWorked() throws IOException {
    Sink.Script script = call -> Sink.Reply.of(call.text().contains("ord_refused") ? 400 : 200);
    try (Sink sink = Sink.start(script);
        Station station = Station.open(Orders.config(Orders.SELLING, Map.of("sink", sink.url())))) {
      GatewayProcess node = station.startNode();
      AdminApi admin = node.admin();
      int looks = 0;
      try (Flood flood = Flood.start(4, node::port, NothingDisappearsTest::ofEveryFate)) {
        while (flood.count() < 7 * PER_KIND) {
          assertBalance(admin.get("/stats"));
          looks++;
        }
      }
      station.facts().settle(Duration.ofSeconds(30));
      assertThat(looks).as("looked while work was under way").isGreaterThan(5);

      Facts facts = station.facts();
      // The figures are a few seconds old at most; by then they are those of the settled gateway.
      Awaitility.await("the figures have caught up")
          .atMost(Duration.ofSeconds(20))
          .until(() -> admin.get("/stats").path("received").asLong() == facts.events());
      JsonNode stats = admin.get("/stats");
      assertBalance(stats);
      assertThat(stats.path("pending").asLong()).isZero();
      assertThat(stats.path("dead").asLong())
          .isEqualTo(facts.number("select count(distinct event) as n from dead_letter"))
          .isPositive();
      assertEveryEventHasOneEnd(facts);
      Awaitility.await("the doctor agrees")
          .atMost(Duration.ofSeconds(10))
          .until(() -> admin.get("/stats").path("pending").asLong() == 0);
    }
  }

  /** Six kinds of fate in turn; every seventh request is a copy of the first of its round. */
  private static byte[] ofEveryFate(long number) {
    long round = number / 7;
    String id = Flood.id(number);
    return switch ((int) (number % 7)) {
      case 0 -> Orders.request("evt_copied_" + round, "order.paid", "ord_a" + round, 1);
      case 1 -> Orders.request(id, "order.shipped", "ord_b" + round, 1);
      case 2 -> Orders.request(id, "order.unheard_of", "ord_c" + round, 1);
      case 3 -> Orders.signed(id, "{\"type\":\"order.paid\",\"order\":");
      case 4 -> Orders.request(id, "order.paid", "ord_refused" + round, 1);
      case 5 -> Orders.request("", "order.paid", "ord_d" + round, 1);
      default -> Orders.request("evt_copied_" + round, "order.paid", "ord_a" + round, 1);
    };
  }

  private static void assertBalance(JsonNode stats) {
    assertThat(
            stats.path("pending").asLong()
                + stats.path("finished").asLong()
                + stats.path("dead").asLong())
        .as("the books: %s", stats)
        .isEqualTo(stats.path("received").asLong());
  }

  /** Applied and delivered, ignored or stale with a reason, or dead: one of them, never none. */
  private static void assertEveryEventHasOneEnd(Facts facts) {
    assertThat(
            facts.number(
                """
                select count(*) as n from event e
                where (select count(*) from outcome o where o.event = e.id) <> 1
                """))
        .as("events without exactly one verdict")
        .isZero();
    assertThat(
            facts.number(
                """
                select count(*) as n from outcome o
                where (o.verdict = 'rejected')
                   <> exists (select from dead_letter l where l.event = o.event and l.delivery is null)
                """))
        .as("rejected events without a dead letter, or the other way round")
        .isZero();
    assertThat(
            facts.number(
                """
                select count(*) as n from outcome o
                where o.verdict in ('ignored', 'stale', 'rejected') and o.reason is null
                """))
        .as("verdicts without a reason")
        .isZero();
    assertThat(
            facts.number(
                """
                select count(*) as n from delivery d
                where exists (select from attempt a where a.delivery = d.id and a.result = 'delivered')
                    = exists (select from dead_letter l where l.delivery = d.id)
                """))
        .as("deliveries that are neither delivered nor dead, or both")
        .isZero();
  }
}
