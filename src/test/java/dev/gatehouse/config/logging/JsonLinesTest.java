package dev.gatehouse.config.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.slf4j.event.KeyValuePair;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class JsonLinesTest {
  private final LoggerContext context = new LoggerContext();
  private final JsonLines lines = new JsonLines();

  private LoggingEvent event(String message, Throwable error) {
    LoggingEvent event =
        new LoggingEvent(
            "x", context.getLogger("dev.gatehouse.Test"), Level.INFO, message, error, null);
    event.setMDCPropertyMap(Map.of("request_id", "r-1"));
    return event;
  }

  private static JsonNode read(String line) {
    assertThat(line).endsWith("}\n");
    assertThat(line.strip()).doesNotContain("\n", "\r", "\u2028", "\u202e", "\u0000");
    return JsonMapper.builder().build().readTree(line);
  }

  @Test
  void aRecordIsOneLineWithItsContext() {
    LoggingEvent event = event("took it", null);
    event.addKeyValuePair(new KeyValuePair("source", "payments"));
    event.addKeyValuePair(new KeyValuePair("rows", 3));

    JsonNode line = read(lines.doLayout(event));

    assertThat(line.get("message").asString()).isEqualTo("took it");
    assertThat(line.get("level").asString()).isEqualTo("INFO");
    assertThat(line.get("request_id").asString()).isEqualTo("r-1");
    assertThat(line.get("source").asString()).isEqualTo("payments");
    assertThat(line.get("rows").asInt()).isEqualTo(3);
  }

  @Test
  void nothingFromOutsideCanForgeALine() {
    String forged = "x\r\n{\"level\":\"ERROR\"}\u2028\u202e\u0000\ud800 \"quoted\" \\";

    JsonNode line = read(lines.doLayout(event(forged, null)));

    assertThat(line.get("message").asString()).startsWith("x\r\n{\"level\"");
    assertThat(line.get("level").asString()).isEqualTo("INFO");
  }

  @Test
  void aFieldCannotReplaceOneOfOurs() {
    LoggingEvent event = event("m", null);
    event.addKeyValuePair(new KeyValuePair("level", "ERROR"));

    assertThat(lines.doLayout(event)).containsOnlyOnce("\"level\"").contains("\"level\":\"INFO\"");
  }

  @Test
  void aLineIsNeverLong() {
    LoggingEvent event =
        event("m".repeat(1_000_000), new IllegalStateException("e".repeat(1_000_000)));
    for (int i = 0; i < 1000; i++) {
      event.addKeyValuePair(new KeyValuePair("k" + i, "v".repeat(10_000)));
    }

    assertThat(lines.doLayout(event).length()).isLessThan(48_000);
  }

  @Test
  void whatQuotesRowsAndBodiesIsLeftOut() {
    Exception driver =
        new IllegalStateException(
            "insert failed", new SQLException("Key (id)=(hunter2-row) exists", "23505"));

    String line = lines.doLayout(event("m", driver));

    assertThat(line)
        .contains("insert failed")
        .contains("SQL state 23505")
        .doesNotContain("hunter2");
  }

  @Test
  void whatLooksLikeACredentialIsMasked() {
    String text =
        "POST https://user:hunter2@host/in?token=hunter2&a=hunter2 Authorization: Bearer"
            + " hunter2hunter2 whsec_hunter2hunter2 password=hunter2"
            + " jdbc:postgresql://h/db?user=x&password=hunter2";

    assertThat(Masking.mask(text))
        .doesNotContain("hunter2")
        .contains("https://***@host/in?token=***");
  }
}
