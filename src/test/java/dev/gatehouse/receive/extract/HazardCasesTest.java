package dev.gatehouse.receive.extract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.event.EntityRef;
import dev.gatehouse.event.ErrorCode;
import dev.gatehouse.event.Headers;
import dev.gatehouse.event.RawBody;
import dev.gatehouse.receive.signature.Hash;
import dev.gatehouse.receive.signature.HeaderName;
import dev.gatehouse.receive.signature.KeyForm;
import dev.gatehouse.receive.signature.LiveSecret;
import dev.gatehouse.receive.signature.Secret;
import dev.gatehouse.receive.signature.SignatureFormat;
import dev.gatehouse.receive.signature.SignatureSpec;
import dev.gatehouse.receive.signature.SignedRequest;
import dev.gatehouse.receive.signature.StandardWebhooks;
import dev.gatehouse.receive.signature.Template;
import dev.gatehouse.receive.signature.TimestampForm;
import dev.gatehouse.receive.signature.TimestampRule;
import dev.gatehouse.receive.signature.Verification;
import dev.gatehouse.receive.signature.Verifier;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The cases that end with signature and extraction, on those two alone. */
class HazardCasesTest {
  private static final Set<String> HERE = Set.of("01", "02", "03", "04", "05", "07", "08", "09");

  @TestFactory
  Stream<DynamicTest> everyRequestIsJudgedAsItsCaseSays() throws IOException {
    try (Stream<Path> list = Files.list(Path.of("src/test/resources/cases"))) {
      return list
          .filter(file -> HERE.contains(String.valueOf(file.getFileName()).substring(0, 2)))
          .sorted()
          .toList()
          .stream()
          .map(
              file -> DynamicTest.dynamicTest(String.valueOf(file.getFileName()), () -> run(file)));
    }
  }

  private static void run(Path file) throws IOException {
    JsonNode root = JsonMapper.builder().build().readTree(Files.readAllBytes(file));
    JsonNode source = root.at("/given/source");
    SignatureSpec spec = signature(source.path("signature"));
    Extractor extractor = Extractor.of(event(source), List.of(rule(source)), spec.coverage());
    Instant now = Instant.parse(root.at("/given/clock").asString("2026-01-15T12:00:00Z"));
    for (int i = 0; i < root.path("requests").size(); i++) {
      JsonNode request = root.path("requests").path(i);
      JsonNode expected = root.at("/expect/responses").path(i);
      String name = file.getFileName() + ", request " + i;
      SignedRequest sent =
          new SignedRequest("POST", "https://x.test/in/orders", headers(request), body(request));
      Verification verdict = Verifier.of(spec).verify(sent, secrets(source), now);
      boolean good = texts(expected.path("status_in")).contains("2xx");
      assertThat(verdict instanceof Verification.Verified)
          .as(name + ": " + verdict)
          .isEqualTo(good);
      if (good) {
        check(name, extractor.extract(sent.headers(), null, sent.body()), expected, sent);
      }
    }
  }

  private static void check(
      String name, Extracted extracted, JsonNode expected, SignedRequest sent) {
    if (expected.has("stored_body_sha256")) {
      assertThat(HexFormat.of().formatHex(sent.body().sha256()))
          .isEqualTo(expected.path("stored_body_sha256").asString());
    }
    String code = expected.at("/if_2xx/dead_letter_code").asString("");
    if (code.isEmpty()) {
      assertThat(extracted.fault()).as(name).isNull();
      assertThat(extracted.eventId()).as(name).isNotNull();
      assertThat(extracted.type()).as(name).startsWith("order.");
      assertThat(extracted.entity()).as(name).isInstanceOf(EntityRef.class);
    } else {
      assertThat(extracted.fault()).as(name).isNotNull();
      assertThat(extracted.fault().code()).as(name).isEqualTo(ErrorCode.valueOf(code));
    }
  }

  private static SignatureSpec signature(JsonNode node) {
    String header = node.path("header").asString();
    if (node.path("key").asString().equals("base64-after-prefix")) {
      return StandardWebhooks.SPEC;
    }
    boolean timed = node.path("over").asString().contains("{timestamp}");
    return new SignatureSpec.Hmac(
        Hash.SHA256,
        HeaderName.of(header),
        SignatureFormat.parse(timed ? "t={timestamp},v1={hex}" : "sha256={hex}"),
        Template.parse(node.path("over").asString(), null, HeaderName::of),
        KeyForm.UTF8,
        timed
            ? new TimestampRule(
                null, TimestampForm.UNIX_S, Duration.ofSeconds(node.path("tolerance_s").asLong()))
            : null);
  }

  private static EventSpec event(JsonNode source) {
    return new EventSpec(
        List.of(FieldPath.parse(source.path("event_id").asString())),
        List.of(FieldPath.parse(source.path("event_type").asString())),
        List.of(),
        List.of(),
        List.of(),
        TimeFormat.AUTO,
        BodyFormat.parseAll(source.path("body_format").asString()));
  }

  private static EntityRule rule(JsonNode source) {
    return EntityRule.of(
        "order",
        Set.of("order.paid", "order.shipped", "order.refunded"),
        source.path("entity").asString());
  }

  private static List<LiveSecret> secrets(JsonNode source) {
    List<LiveSecret> secrets = new ArrayList<>();
    for (JsonNode each : source.path("secrets")) {
      secrets.add(
          new LiveSecret(
              each.path("state").asString(),
              new Secret(each.path("value").asString()),
              each.has("valid_until") ? Instant.parse(each.path("valid_until").asString()) : null));
    }
    return secrets;
  }

  /** Header text goes out as UTF-8 unless the case says Latin-1; we keep bytes as ISO-8859-1. */
  private static Headers headers(JsonNode request) {
    boolean latin = request.path("header_charset").asString("").equals("latin-1");
    List<Headers.Field> fields = new ArrayList<>();
    for (JsonNode pair : request.path("headers")) {
      byte[] bytes =
          pair.path(1)
              .asString()
              .getBytes(latin ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
      fields.add(
          new Headers.Field(
              pair.path(0).asString(), new String(bytes, StandardCharsets.ISO_8859_1)));
    }
    return new Headers(fields);
  }

  private static RawBody body(JsonNode request) {
    if (request.has("body_base64")) {
      return new RawBody(Base64.getDecoder().decode(request.path("body_base64").asString()));
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (JsonNode part : request.path("body_parts")) {
      byte[] bytes = Base64.getDecoder().decode(part.path("base64").asString());
      for (int i = 0; i < part.path("times").asInt(); i++) {
        out.writeBytes(bytes);
      }
    }
    return new RawBody(out.toByteArray());
  }

  private static List<String> texts(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).map(JsonNode::asString).toList();
  }
}
