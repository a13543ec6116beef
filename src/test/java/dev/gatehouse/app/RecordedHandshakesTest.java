package dev.gatehouse.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.gatehouse.config.preset.PresetCatalogue;
import dev.gatehouse.db.TestDatabase;
import dev.gatehouse.support.RawHttp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Sends every recorded question to a whole gateway and compares status, type, headers and body of
 * the answer.
 */
class RecordedHandshakesTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final JsonNode FILE = read();
  private static final List<HandshakeCase> CASES = cases();

  @TempDir static Path folder;
  private static TestDatabase db;
  private static Gateway gateway;

  @BeforeAll
  static void start() throws IOException {
    db = TestDatabase.fresh();
    StringBuilder config = new StringBuilder("sources:\n");
    CASES.forEach(each -> config.append(each.config()));
    config.append("database: { url: \"").append(db.url()).append("\" }\n");
    Path file = Files.writeString(folder.resolve("gatehouse.yaml"), config);
    Instant now = Instant.ofEpochSecond(FILE.get("cases").get(0).get("now").asLong());
    gateway =
        Gateway.start(
            new GatewayOptions(
                file, folder, OptionalInt.of(0), OptionalInt.of(0), Map.of(), () -> now));
  }

  @AfterAll
  static void stop() {
    gateway.close();
    db.close();
  }

  static Stream<HandshakeCase> known() {
    return CASES.stream();
  }

  @ParameterizedTest
  @MethodSource("known")
  void theAnswerIsTheRecordedOne(HandshakeCase each) throws IOException {
    RawHttp.Answer answer = RawHttp.once(gateway.port(), each.request());

    JsonNode expected = each.response();
    assertThat(answer.status()).isEqualTo(expected.get("status").asInt());
    for (JsonNode header : expected.get("headers")) {
      String name = header.get(0).asString();
      String value = answer.header(name).orElse("none");
      assertThat(name.equals("Content-Type") ? withoutCharset(value) : value)
          .as(name)
          .isEqualTo(header.get(1).asString());
    }
    if (expected.has("body")) {
      assertThat(answer.text()).isEqualTo(expected.get("body").asString());
    }
    if (expected.has("json")) {
      assertThat(JSON.readTree(answer.body())).isEqualTo(expected.get("json"));
    }
    assertThat(answer.header("X-Content-Type-Options")).contains("nosniff");
    assertThat(db.count("event")).isZero();
  }

  @Test
  void theSecretsThatWereHandedOverAreSealedAndWrittenWhereTheOperatorNeedsThem()
      throws IOException {
    for (HandshakeCase each : CASES) {
      if (!List.of("asana", "notion").contains(each.provider())) {
        continue;
      }
      assertThat(RawHttp.once(gateway.port(), each.request()).status()).isEqualTo(200);
      String secret = secretOf(each);
      List<Map<String, Object>> rows =
          db.query("select sealed, created_by from secret where source = ?", each.source());
      assertThat(rows).hasSize(1);
      assertThat(new String((byte[]) rows.getFirst().get("sealed"), StandardCharsets.ISO_8859_1))
          .doesNotContain(secret);
      Path shown = folder.resolve("handed-over").resolve(each.source());
      if (each.provider().equals("notion")) {
        assertThat(shown).hasContent(secret);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(shown)))
            .isEqualTo("rw-------");
      } else {
        assertThat(shown).doesNotExist();
      }
    }
  }

  private static String secretOf(HandshakeCase each) {
    JsonNode request = each.json().get("request");
    if (each.provider().equals("notion")) {
      byte[] body = Base64.getDecoder().decode(request.get("body_base64").asString());
      return JSON.readTree(body).get("verification_token").asString();
    }
    for (JsonNode header : request.get("headers")) {
      if (header.get(0).asString().equals("X-Hook-Secret")) {
        return header.get(1).asString();
      }
    }
    return fail("no secret in " + each);
  }

  private static String withoutCharset(String type) {
    return type.replace("; charset=utf-8", "").replace(";charset=utf-8", "");
  }

  private static JsonNode read() {
    try (var in = RecordedHandshakesTest.class.getResourceAsStream("/handshakes/handshakes.json")) {
      return JSON.readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Those of providers there is a preset for. */
  private static List<HandshakeCase> cases() {
    List<HandshakeCase> cases = new ArrayList<>();
    for (JsonNode each : FILE.get("cases")) {
      HandshakeCase made = new HandshakeCase(cases.size(), each);
      if (PresetCatalogue.bundled().preset(made.provider()).isPresent()) {
        cases.add(made);
      }
    }
    return cases;
  }
}
