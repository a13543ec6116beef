package dev.gatehouse.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gatehouse.support.GatewayProcess;
import dev.gatehouse.support.GatewaySetup;
import dev.gatehouse.support.RawHttp;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Promise 4: what is not proven to come from the provider is refused and leaves nothing behind. */
class NothingUnverifiedGetsInTest {
  private static final byte[] BODY =
      Orders.json("evt_1", "tick", "ord_1", 1).getBytes(StandardCharsets.UTF_8);
  private static final String OLD = "scenario-secret-previous-0001";
  private static final String EXPIRED = "scenario-secret-expired-00002";

  @TempDir Path folder;

  @Test
  void everyWayOfNotBeingSignedIsRefusedInTheSameWordsAndStoresNothing() {
    String secrets =
        "secrets: [\"%s\", { value: \"%s\", expires_at: %s }, { value: \"%s\", expires_at: %s }]"
            .formatted(
                Orders.SECRET,
                OLD,
                Instant.now().plusSeconds(3600),
                EXPIRED,
                Instant.now().minusSeconds(60));
    String config =
        Orders.config(Orders.COUNTING, Map.of())
            .replace("secrets: [\"" + Orders.SECRET + "\"]", secrets);
    assertThat(config).contains(EXPIRED);
    try (Station station = Station.open(config)) {
      GatewayProcess node = station.startNode();
      forgeries()
          .forEach(
              (how, signature) -> {
                RawHttp.Answer answer =
                    Station.post(node, Orders.withSignature("evt_1", BODY, signature));
                assertThat(answer.status()).as(how).isEqualTo(400);
                assertThat(answer.text()).as(how).isEqualTo("{\"error\":\"invalid_signature\"}");
              });
      RawHttp.Answer bare =
          Station.post(node, RawHttp.request("POST", "/in/orders", BODY, "X-Event-Id", "evt_1"));
      assertThat(bare.text()).isEqualTo("{\"error\":\"invalid_signature\"}");
      assertThat(Station.post(node, RawHttp.request("POST", "/in/nobody", BODY)).status())
          .isEqualTo(404);
      assertThat(station.facts().events()).isZero();
      assertThat(station.facts().count("event_key")).isZero();

      // A forged request must not have used up the id of the genuine one.
      String previous = "sha256=" + Orders.hmac(OLD, BODY);
      RawHttp.Answer genuine = Station.post(node, Orders.withSignature("evt_1", BODY, previous));
      assertThat(genuine.text()).contains("\"accepted\"");
      RawHttp.Answer current = Station.post(node, Orders.request("evt_2", "tick", "ord_1", 2));
      assertThat(current.text()).contains("\"accepted\"");
      assertThat(station.sql().query("select distinct matched_secret from event"))
          .as("which secret matched is recorded")
          .hasSize(2);
    }
  }

  @Test
  void aBlankSecretIsAMistakeAndNothingStarts() {
    String config =
        Orders.config(Orders.COUNTING, Map.of()).replace("\"" + Orders.SECRET + "\"", "\"  \"");
    assertThatThrownBy(() -> GatewayProcess.start(GatewaySetup.of(folder, config)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("secret");
  }

  private static Map<String, String> forgeries() {
    String good = Orders.hmac(Orders.SECRET, BODY);
    Map<String, String> all = new LinkedHashMap<>();
    all.put("empty", "");
    all.put("prefix only", "sha256=");
    all.put("no prefix", good);
    all.put("too short", "sha256=" + good.substring(0, 20));
    all.put("too long", "sha256=" + good + "00");
    all.put("of another body", "sha256=" + Orders.hmac(Orders.SECRET, new byte[] {1}));
    all.put("by another secret", "sha256=" + Orders.hmac("somebody-else-entirely-77", BODY));
    all.put("by an empty-looking secret", "sha256=" + Orders.hmac("\0", BODY));
    all.put("by an expired secret", "sha256=" + Orders.hmac(EXPIRED, BODY));
    all.put("zeros", "sha256=" + "0".repeat(64));
    all.put("another scheme", "sha1=" + good.substring(0, 40));
    return all;
  }
}
