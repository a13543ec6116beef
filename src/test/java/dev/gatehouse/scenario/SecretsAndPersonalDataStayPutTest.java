package dev.gatehouse.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.support.AdminApi;
import dev.gatehouse.support.Facts;
import dev.gatehouse.support.GatewayProcess;
import dev.gatehouse.support.GatewaySetup;
import dev.gatehouse.support.RawHttp;
import dev.gatehouse.support.Sink;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Promise 10: no secret, token, signature or body in a log, a metric, a summary or an error. */
class SecretsAndPersonalDataStayPutTest {
  private static final String PERSONAL = "Erika-Mustermann-4242424242424242";

  @Test
  void whateverGoesWrongNothingPrivateIsPrintedOrSummedUp() throws IOException {
    // A destination that repeats what it was sent, as error pages do.
    Sink.Script echoing = call -> new Sink.Reply(500, List.of(), call.text() + call.headers());
    try (Sink sink = Sink.start(echoing);
        Station station = Station.open(Orders.config(Orders.SELLING, Map.of("sink", sink.url())))) {
      GatewayProcess node = station.startNode();
      Map<String, String> mustNotShow = send(node);
      Facts facts = station.facts();
      facts.settle();
      assertThat(facts.openDeadLetters()).isGreaterThanOrEqualTo(3);

      Map<String, String> shown = shown(node, facts);
      shown.put("logs", station.said());
      assertThat(shown.get("logs")).as("there are logs to look at").isNotBlank();
      mustNotShow.forEach(
          (what, text) -> {
            shown.forEach(
                (where, content) ->
                    assertThat(content.contains(text)).as("%s in %s", what, where).isFalse());
            assertThat(facts.tablesWith(List.of(text))).as("tables with %s", what).isEmpty();
          });
    }
  }

  /** Sends what goes well and what goes wrong; gives what must be seen nowhere. */
  private static Map<String, String> send(GatewayProcess node) {
    String good = body("order.paid", "ord_1");
    String illegal = body("order.shipped", "ord_2");
    String broken = "{\"type\":\"order.paid\",\"name\":\"" + PERSONAL + "\",\"order\":";
    String odd =
        "{\"type\":\"order.paid\",\"order\":{\"" + PERSONAL + "\":1},\"seq\":\"" + PERSONAL + "\"}";
    Map<String, String> mustNotShow = new LinkedHashMap<>();
    mustNotShow.put("the source's secret", Orders.SECRET);
    mustNotShow.put("the destination's secret", Orders.OUT_SECRET);
    mustNotShow.put("the administrator's token", GatewaySetup.ADMIN_TOKEN);
    mustNotShow.put("personal data of a body", PERSONAL);
    int number = 0;
    for (String body : List.of(good, illegal, broken, odd)) {
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      String signature = Orders.hmac(Orders.SECRET, bytes);
      mustNotShow.put("signature " + ++number, signature);
      RawHttp.Answer answer = Station.post(node, Orders.signed("evt_" + number, body));
      assertThat(answer.status()).isEqualTo(200);
    }
    String forged = Orders.hmac("not-the-secret-of-anybody", good.getBytes(StandardCharsets.UTF_8));
    mustNotShow.put("forged signature", forged);
    byte[] request =
        Orders.withSignature("evt_9", good.getBytes(StandardCharsets.UTF_8), "sha256=" + forged);
    assertThat(Station.post(node, request).status()).isEqualTo(400);
    AdminApi stranger = new AdminApi(node.adminPort(), "stranger-token-" + PERSONAL);
    assertThat(stranger.send("GET", "/events", "").status()).isEqualTo(401);
    return mustNotShow;
  }

  private static Map<String, String> shown(GatewayProcess node, Facts facts) {
    Map<String, String> shown = new LinkedHashMap<>();
    for (String path :
        List.of(
            "/api/v1/dead-letters",
            "/api/v1/dead-letters/groups",
            "/api/v1/events",
            "/api/v1/destinations",
            "/api/v1/destinations/sink/attempts",
            "/api/v1/sources",
            "/api/v1/sources/orders/rejections",
            "/api/v1/sources/orders/secrets",
            "/api/v1/alerts",
            "/api/v1/audit",
            "/api/v1/tokens",
            "/api/v1/config",
            "/api/v1/stats",
            "/metrics")) {
      shown.put(path, node.admin().raw("GET", path, "").text());
    }
    for (UUID deadLetter : facts.deadLetterIds()) {
      String path = "/api/v1/dead-letters/" + deadLetter;
      AdminApi.Answer answer = node.admin().raw("GET", path, "");
      assertThat(answer.status()).isEqualTo(200);
      shown.put(path, answer.text());
    }
    return shown;
  }

  private static String body(String type, String order) {
    return "{\"type\":\"%s\",\"order\":\"%s\",\"seq\":1,\"name\":\"%s\"}"
        .formatted(type, order, PERSONAL);
  }
}
