package dev.gatehouse.operate.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.support.RawHttp;
import java.util.List;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Trying routes on stored events. */
class RouteTrialTest {
  private static AdminPort port;
  private String reader;

  @BeforeAll
  static void open() {
    port = new AdminPort();
  }

  @AfterAll
  static void close() {
    port.close();
  }

  @BeforeEach
  void empty() {
    port.empty();
    reader = port.token(Role.VIEWER, Role.PAYLOAD_READER);
  }

  private RawHttp.Answer ask(String token, String body) {
    return port.ask(token, "POST", "/api/v1/routes/test", body);
  }

  private List<JsonNode> test(String body) {
    RawHttp.Answer answer = ask(reader, body);
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return StreamSupport.stream(AdminPort.json(answer).get("data").spliterator(), false).toList();
  }

  @Test
  void aRuleSaysWhichEventsItTakesAndWhatWouldBeSentAndNothingChanges() {
    UUID dear = port.rows.applied(port.rows.event("erp", "order", "1", "{\"total\":500}"));
    UUID cheap = port.rows.applied(port.rows.event("erp", "order", "2", "{\"total\":5}"));
    UUID none = port.rows.applied(port.rows.event("erp", "order", "3", "{}"));
    UUID waiting = port.rows.event("erp", "order", "4", "{\"total\":500}");
    UUID other = port.rows.applied(port.rows.event("shop", "order", "5", "{\"total\":500}"));

    List<JsonNode> seen =
        test("{\"source\":\"erp\",\"types\":[\"order.*\"],\"when\":\"body.total > 100\"}");

    assertThat(seen)
        .extracting(each -> each.get("event").stringValue())
        .containsExactly(waiting + "", none + "", cheap + "", dear + "")
        .doesNotContain(other + "");
    assertThat(seen)
        .extracting(each -> each.get("matched").booleanValue())
        .containsExactly(false, false, false, true);
    assertThat(seen.get(0).get("why").stringValue()).isEqualTo("no verdict yet");
    assertThat(seen.get(1).get("why").stringValue()).startsWith("the filter has no answer");
    JsonNode sent = seen.get(3).get("sent").get(0);
    assertThat(sent.get("body").stringValue()).isEqualTo("{\"total\":500}");
    assertThat(sent.get("content_type").stringValue()).isEqualTo("application/json");
    assertThat(port.db.count("delivery")).isZero();
    assertThat(port.db.count("attempt")).isZero();
    assertThat(port.db.count("audit")).isEqualTo(1);
  }

  @Test
  void aConfiguredRouteIsTriedByItsPlace() {
    UUID id = port.rows.applied(port.rows.event("erp", "order", "1", "{}"));

    List<JsonNode> seen = test("{\"route\":1}");

    assertThat(seen).hasSize(1);
    assertThat(seen.getFirst().get("event").stringValue()).isEqualTo(id.toString());
    assertThat(seen.getFirst().get("sent").get(0).get("destination").stringValue())
        .isEqualTo("billing");
    assertThat(ask(reader, "{\"route\":2}").status()).isBetween(400, 422);
  }

  @Test
  void mistakesNameTheirFieldAndBodiesNeedTheRight() {
    assertThat(ask(reader, "{\"when\":\"body.\"}").text()).contains("when");
    assertThat(ask(reader, "{\"types\":[\"a*b*\"]}").status()).isBetween(400, 422);
    assertThat(ask(reader, "{\"verdicts\":[\"maybe\"]}").text()).contains("verdicts");
    assertThat(ask(reader, "{\"payload\":\"xml\"}").text()).contains("payload");
    assertThat(ask(reader, "{\"last\":51}").text()).contains("last");
    assertThat(ask(port.token(Role.VIEWER), "{}").status()).isEqualTo(403);
  }

  @Test
  void aCloudEventIsShownAsItWouldBeSent() {
    UUID id = port.rows.applied(port.rows.event("erp", "order", "1", "{\"a\":1}"));

    JsonNode sent = test("{\"payload\":\"cloudevent\"}").getFirst().get("sent").get(0);

    JsonNode event = Json.MAPPER.readTree(sent.get("body").stringValue());
    assertThat(event.get("id").stringValue()).isEqualTo(id.toString());
    assertThat(event.get("data").get("a").intValue()).isEqualTo(1);
  }
}
