package dev.gatehouse.receive.preset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.event.RawBody;
import dev.gatehouse.receive.extract.FieldPath;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class HandshakeTest {
  private static final Handshake SLACK =
      new Handshake.EchoChallenge(
          (FieldPath.Json) FieldPath.parse("json:/type"),
          "url_verification",
          (FieldPath.Json) FieldPath.parse("json:/challenge"));

  private static RawBody body(String text) {
    return new RawBody(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void aChallengeIsEchoedAsPlainText() {
    assertThat(
            SLACK.reply(
                body("{\"token\":\"x\",\"challenge\":\"3eZbrw1a\",\"type\":\"url_verification\"}")))
        .contains(new Handshake.Reply(200, "text/plain; charset=utf-8", "3eZbrw1a"));
  }

  @Test
  void anythingElseIsAnOrdinaryEvent() {
    for (String text :
        List.of(
            "",
            "{}",
            "[]",
            "{\"type\":\"event_callback\",\"challenge\":\"x\"}",
            "{\"type\":\"url_verification\"}",
            "{\"type\":\"url_verification\",\"challenge\":7}",
            "{\"type\":\"url_verification\",\"challenge\":\"\"}",
            "{\"type\":\"url_verification\",\"challenge\":\"a\",\"challenge\":\"b\"}",
            "{\"type\":\"url_verification\",\"challenge\":\"" + "x".repeat(1025) + "\"}",
            "{\"type\":\"url_verification\",\"challenge\":\"x\"} ?")) {
      assertThat(SLACK.reply(body(text))).as(text).isEmpty();
      assertThat(new Handshake.None().reply(body(text))).isEmpty();
    }
  }
}
