package dev.gatehouse.deliver.shape;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.deliver.Form;
import dev.gatehouse.deliver.Samples;
import dev.gatehouse.deliver.shape.Shaper.Shaped;
import dev.gatehouse.event.Headers;
import dev.gatehouse.event.InboundEvent;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Timeout(60)
class ShaperTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private static InboundEvent event(String body, Headers headers) {
    return Samples.event("7", "order.paid", body, headers);
  }

  private static JsonNode cloudEvent(InboundEvent event) {
    Shaped.Made made = (Shaped.Made) shape(new Form.CloudEvent(), event);
    assertThat(made.contentType()).startsWith("application/cloudevents+json");
    return JSON.readTree(made.body());
  }

  private static Shaped shape(Form form, InboundEvent event) {
    return Shaper.of(form).orElseThrow().shape(event);
  }

  private static Form program(String text) {
    return new Form.Jsonata(text, Duration.ofSeconds(5), 1000);
  }

  private static String made(String program, String body) {
    return switch (shape(program(program), event(body, Headers.NONE))) {
      case Shaped.Made made -> new String(made.body(), StandardCharsets.UTF_8);
      case Shaped.Failed failed -> "failed: " + failed.why();
    };
  }

  @Test
  void aCloudEventSaysWhatIsKnownAndHoldsTheBodyDigitByDigit() {
    String body = "{ \"total\": 1.10, \"big\": 12345678901234567890123 }";
    InboundEvent event = event(body, Headers.NONE);

    JsonNode made = cloudEvent(event);

    assertThat(made.get("specversion").asString()).isEqualTo("1.0");
    assertThat(made.get("id").asString()).isEqualTo(event.id().toString());
    assertThat(made.get("source").asString()).isEqualTo("/in/erp");
    assertThat(made.get("type").asString()).isEqualTo("order.paid");
    assertThat(made.get("subject").asString()).isEqualTo("order/7");
    assertThat(made.get("sequence").asString()).isEqualTo("7");
    assertThat(made.get("providerid").asString()).isEqualTo(event.eventId());
    assertThat(made.has("time")).isFalse();
    assertThat(made.has("data_base64")).isFalse();
    Shaped.Made bytes = (Shaped.Made) shape(new Form.CloudEvent(), event);
    assertThat(new String(bytes.body(), StandardCharsets.UTF_8)).contains("\"data\":" + body);
  }

  @Test
  void aBodyThatIsNotOneDocumentIsWrapped() {
    for (String body : new String[] {"{} {}", "{\"a\":", "no", "\"\\uZ\"", "[1] ,"}) {
      assertThat(cloudEvent(event(body, Headers.NONE)).get("data_base64").asString())
          .isEqualTo(Base64.getEncoder().encodeToString(body.getBytes(StandardCharsets.UTF_8)));
    }
    JsonNode packed = cloudEvent(event("{}", Headers.of("Content-Encoding", "gzip")));
    assertThat(packed.get("data_base64").asString()).isEqualTo("e30=");
    assertThat(packed.get("contentencoding").asString()).isEqualTo("gzip");
  }

  @Test
  void aProgramReshapesTheBody() {
    assertThat(
            made(
                "{ \"no\": order.id, \"sum\": $sum(order.lines.(n * price)), \"of\": $event.key }",
                "{\"order\":{\"id\":\"A1\",\"lines\":[{\"n\":2,\"price\":3},{\"n\":1,\"price\":0.5}]}}"))
        .isEqualTo("{\"no\":\"A1\",\"sum\":6.5,\"of\":\"7\"}");
    assertThat(made("$.id", "{\"id\":9007199254740993}")).isEqualTo("9007199254740993");
  }

  @Test
  void aProgramThatRunsAwayIsStopped() {
    Form loop = new Form.Jsonata("($f := function() { $f() }; $f())", Duration.ofMillis(200), 10);
    Form deep =
        new Form.Jsonata(
            "($f := function($n) { 1 + $f($n + 1) }; $f(0))", Duration.ofMillis(500), 10);
    Form pattern = new Form.Jsonata("$contains(a, /^((a|aa)+)\\1x$/)", Duration.ofMillis(50), 10);

    assertThat(shape(loop, event("{}", Headers.NONE))).isInstanceOf(Shaped.Failed.class);
    assertThat(shape(deep, event("{}", Headers.NONE))).isInstanceOf(Shaped.Failed.class);
    assertThat(shape(pattern, event("{\"a\":\"" + "a".repeat(32) + "\"}", Headers.NONE)))
        .isEqualTo(new Shaped.Failed("the program took longer than 50 ms"));
  }

  @Test
  void whatAProgramMayNotMakeIsRefusedWithoutAValueOfThePayload() {
    assertThat(made("$pad('', 2000, 'x')", "{}"))
        .isEqualTo("failed: what the program makes is larger than 1000 bytes");
    assertThat(made("missing", "{}")).isEqualTo("failed: the program makes nothing of this event");
    assertThat(made("$sum", "{}")).startsWith("failed: ");
    assertThat(made("$number(a)", "{\"a\":\"hunter2\"}"))
        .startsWith("failed: the program failed")
        .doesNotContain("hunter2");
    assertThat(made("$error(a)", "{\"a\":\"hunter2\"}"))
        .startsWith("failed: the program failed")
        .doesNotContain("hunter2");
    assertThat(made("1", "no json"))
        .isEqualTo("failed: the body is not JSON, which the program needs");
  }

  @Test
  void aMistakeInAProgramIsSaidBeforeItRuns() {
    assertThat(Programs.mistakeIn("{ \"a\": ")).isPresent();
    assertThat(Programs.mistakeIn("a.b[0]")).isEmpty();
  }
}
