package dev.gatehouse.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.support.GatewayProcess;
import dev.gatehouse.support.RawHttp;
import dev.gatehouse.support.Sink;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Promise 2: the bytes that were signed are the bytes that are kept and forwarded. */
class SignedBytesAreStoredBytesTest {
  @Test
  void whateverTheBytesAreTheyAreKeptAndForwardedUnchanged() throws IOException {
    try (Sink sink = Sink.start();
        Station station =
            Station.open(Orders.config(Orders.COUNTING, Map.of("sink", sink.url())))) {
      GatewayProcess node = station.startNode();
      Map<String, byte[]> bodies = bodies();
      bodies.forEach(
          (id, body) -> {
            RawHttp.Answer answer = Station.post(node, Orders.signed(id, body));
            assertThat(answer.status()).as(id).isEqualTo(200);
          });
      station.facts().settle();

      bodies.forEach(
          (id, body) ->
              assertThat(station.sql().query("select body from event where event_id = ?", id))
                  .as(id)
                  .singleElement()
                  .satisfies(row -> assertThat((byte[]) row.get("body")).isEqualTo(body)));
      for (Sink.Call call : sink.calls()) {
        assertThat(bodies.values()).anyMatch(body -> Arrays.equals(body, call.body()));
      }
      assertThat(sink.count()).as("those that could be read were forwarded").isEqualTo(3);
    }
  }

  @Test
  void theSameTextInOtherBytesDoesNotVerify() throws IOException {
    try (Station station = Station.open(Orders.config(Orders.COUNTING, Map.of()))) {
      GatewayProcess node = station.startNode();
      byte[] sent = "{\"type\":\"tick\", \"order\":\"1\"}".getBytes(StandardCharsets.UTF_8);
      byte[] rewritten = "{\"type\":\"tick\",\"order\":\"1\"}".getBytes(StandardCharsets.UTF_8);
      String signature = "sha256=" + Orders.hmac(Orders.SECRET, sent);

      RawHttp.Answer answer =
          Station.post(node, Orders.withSignature("evt_1", rewritten, signature));

      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.text()).isEqualTo("{\"error\":\"invalid_signature\"}");
      assertThat(station.facts().events()).isZero();
    }
  }

  private static Map<String, byte[]> bodies() {
    Map<String, byte[]> bodies = new LinkedHashMap<>();
    bodies.put("spaced", utf8(" {\"type\" : \"tick\",\t\"order\":\"a\",\"n\":1.10}\r\n"));
    bodies.put(
        "escapes", utf8("{\"type\":\"tick\",\"order\":\"b\",\"t\":\"\\u00e9 \\/ \\u0000\"}"));
    bodies.put(
        "bigNumber",
        utf8("{\"type\":\"tick\",\"order\":\"c\",\"n\":1e400,\"m\":12345678901234567890}"));
    bodies.put("notJson", utf8("{\"type\":\"tick\",\"order\":"));
    bodies.put("twoDocuments", utf8("{\"type\":\"tick\",\"order\":\"d\"}{}"));
    bodies.put("nulBytes", new byte[] {0, 1, 2, 0, (byte) 0xff, (byte) 0xfe, 0});
    bodies.put(
        "latin1", "{\"type\":\"tick\",\"order\":\"é\"}".getBytes(StandardCharsets.ISO_8859_1));
    byte[] noise = new byte[900_000];
    new Random(7).nextBytes(noise);
    bodies.put("noise", noise);
    return bodies;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
