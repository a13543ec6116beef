package dev.gatehouse.receive.extract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gatehouse.event.EntityRef;
import dev.gatehouse.event.ErrorCode;
import dev.gatehouse.event.Headers;
import dev.gatehouse.event.RawBody;
import dev.gatehouse.receive.signature.Coverage;
import dev.gatehouse.receive.signature.HeaderName;
import dev.gatehouse.receive.signature.SpecMistake;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ExtractorTest {
  private static final Coverage BODY = new Coverage(true, false, Set.of());
  private static final EventSpec SPEC = spec("json", TimeFormat.AUTO);
  private static final EntityRule ORDER =
      EntityRule.of("order", Set.of("order.paid"), "json:/order/id");

  private static EventSpec spec(String body, TimeFormat format) {
    return new EventSpec(
        List.of(FieldPath.parse("json:/id")),
        List.of(FieldPath.parse("json:/type")),
        List.of(FieldPath.parse("json:/seq")),
        List.of(FieldPath.parse("json:/at")),
        List.of(FieldPath.parse("json:/v")),
        format,
        BodyFormat.parseAll(body));
  }

  private static Extracted read(String body) {
    return read(SPEC, Headers.NONE, null, body);
  }

  private static Extracted read(
      EventSpec spec, Headers headers, @Nullable String query, String body) {
    return Extractor.of(spec, List.of(ORDER), BODY)
        .extract(headers, query, new RawBody(body.getBytes(StandardCharsets.UTF_8)));
  }

  private static @Nullable ErrorCode fault(Extracted extracted) {
    return extracted.fault() == null ? null : extracted.fault().code();
  }

  @Test
  void everythingIsReadInOnePassWhereverItStands() {
    Extracted extracted =
        read(
            "{\"x\":{\"id\":\"decoy\"},\"order\":{\"lines\":[1],\"id\":1001},\"v\":2,\"seq\":\"7\","
                + "\"at\":\"2026-01-15T13:00:00+01:00\",\"type\":\"order.paid\",\"id\":\"evt_1\"}");

    assertThat(extracted)
        .isEqualTo(
            new Extracted(
                "evt_1",
                "order.paid",
                "2",
                7L,
                Instant.parse("2026-01-15T12:00:00Z"),
                new EntityRef("order", "1001"),
                null,
                Set.of()));
  }

  @Test
  void aDuplicateOnADecidingPathIsAmbiguousAndItsIdIsNotRemembered() {
    Extracted id = read("{\"id\":\"a\",\"type\":\"x\",\"id\":\"a\"}");
    assertThat(fault(id)).isEqualTo(ErrorCode.AMBIGUOUS_JSON);
    assertThat(id.eventId()).isNull();
    assertThat(id.type()).isEqualTo("x");

    Extracted escaped = read("{\"id\":\"a\",\"type\":\"x\",\"\\u0069d\":\"b\"}");
    assertThat(fault(escaped)).isEqualTo(ErrorCode.AMBIGUOUS_JSON);

    Extracted type = read("{\"id\":\"a\",\"type\":\"x\",\"type\":\"y\"}");
    assertThat(fault(type)).isEqualTo(ErrorCode.AMBIGUOUS_JSON);
    assertThat(type.eventId()).isEqualTo("a");
    assertThat(type.type()).isNull();

    Extracted ancestor =
        read("{\"id\":\"a\",\"type\":\"order.paid\",\"order\":{\"id\":1},\"order\":{}}");
    assertThat(fault(ancestor)).isEqualTo(ErrorCode.AMBIGUOUS_JSON);
    assertThat(ancestor.entity()).isNull();

    assertThat(
            fault(
                read(
                    "{\"id\":\"a\",\"type\":\"x\",\"note\":1,\"note\":2,\"x\":{\"id\":1,\"id\":2}}")))
        .isNull();
  }

  @Test
  void idsThatAreNoneBecomeMissingEventId() {
    for (String id : List.of("null", "\"\"", "\" \\t\"", "{}", "[1]", "true", "{\"id\":\"a\"}")) {
      Extracted extracted =
          read("{\"id\":" + id + ",\"type\":\"order.paid\",\"order\":{\"id\":5}}");
      assertThat(fault(extracted)).as(id).isEqualTo(ErrorCode.MISSING_EVENT_ID);
      assertThat(extracted.eventId()).isNull();
      assertThat(extracted.type()).isEqualTo("order.paid");
      assertThat(extracted.entity()).isEqualTo(new EntityRef("order", "5"));
    }
    for (String root : List.of("[]", "[{\"id\":\"a\",\"type\":\"b\"}]", "\"id\"", "7", "null")) {
      assertThat(fault(read(root))).as(root).isEqualTo(ErrorCode.MISSING_EVENT_ID);
    }
  }

  @Test
  void numbersAreIdsAsTheyAreWritten() {
    assertThat(read("{\"id\":12345678901234567890,\"type\":\"t\"}").eventId())
        .isEqualTo("12345678901234567890");
    assertThat(read("{\"id\":1.0,\"type\":\"t\"}").eventId()).isEqualTo("1.0");
    assertThat(read("{\"id\":1,\"type\":\"t\"}").eventId()).isEqualTo("1");
  }

  @Test
  void textsThatCannotIdentifyAreFaults() {
    String half = "\\ud83d";
    for (String field : List.of("id", "type")) {
      String other = field.equals("id") ? "type" : "id";
      assertThat(fault(read(pair(field, "x".repeat(256), other))))
          .isEqualTo(ErrorCode.INVALID_FIELD);
      assertThat(fault(read(pair(field, "x".repeat(255), other)))).isNull();
      assertThat(fault(read(pair(field, half, other)))).isEqualTo(ErrorCode.INVALID_FIELD);
      assertThat(fault(read(pair(field, half + half, other)))).isEqualTo(ErrorCode.INVALID_FIELD);
      assertThat(fault(read(pair(field, "\\ude00", other)))).isEqualTo(ErrorCode.INVALID_FIELD);
      assertThat(fault(read(pair(field, half + "\\ude00", other)))).isNull();
      assertThat(fault(read(pair(field, "a\\u0000b", other)))).isEqualTo(ErrorCode.UNSTORABLE_TEXT);
    }
    Extracted entity =
        read("{\"id\":\"a\",\"type\":\"order.paid\",\"order\":{\"id\":\"a\\u0000\"}}");
    assertThat(fault(entity)).isEqualTo(ErrorCode.UNSTORABLE_TEXT);
    assertThat(fault(read("{\"id\":\"a\",\"type\":\"t\",\"note\":\"\\u0000\\ud800\"}"))).isNull();
  }

  private static String pair(String field, String value, String other) {
    return "{\"" + field + "\":\"" + value + "\",\"" + other + "\":\"o\"}";
  }

  @Test
  void bodiesThatAreNoJsonAreUnparseable() {
    String good = "{\"id\":\"a\",\"type\":\"t\"}";
    for (String bad :
        List.of(
            "",
            " \n",
            "{",
            good + "x",
            good + good,
            good + "\u0000",
            "\u0000" + good,
            "{'id':1}",
            "{\"id\":01}",
            "{\"id\":NaN}",
            "{\"id\":\"a\",}",
            "<xml/>",
            "id=a",
            "{\"id\":\"a\",\"x\":" + "[".repeat(300) + "]".repeat(300) + "}",
            "[".repeat(100_000))) {
      assertThat(fault(read(bad)))
          .as(bad.substring(0, Math.min(40, bad.length())))
          .isEqualTo(ErrorCode.UNPARSEABLE_BODY);
      assertThat(read(bad).eventId()).isNull();
    }
    assertThat(
            fault(
                read(
                    "{\"id\":\"a\",\"type\":\"t\",\"x\":"
                        + "[".repeat(255)
                        + "]".repeat(255)
                        + "}")))
        .isNull();
    assertThat(fault(read(good + " \r\n"))).isNull();
  }

  @Test
  void onlyUtf8IsReadAndAlwaysTheSameWay() {
    String text = "{\"id\":\"é\",\"type\":\"t\"}";
    Extractor extractor = Extractor.of(SPEC, List.of(), BODY);
    for (Charset charset :
        List.of(
            StandardCharsets.UTF_16,
            StandardCharsets.UTF_16LE,
            StandardCharsets.UTF_16BE,
            Charset.forName("UTF-32"),
            StandardCharsets.ISO_8859_1)) {
      Extracted extracted =
          extractor.extract(Headers.NONE, null, new RawBody(text.getBytes(charset)));
      assertThat(fault(extracted)).as(charset.name()).isEqualTo(ErrorCode.UNPARSEABLE_BODY);
    }
    assertThat(read("\uFEFF" + text).eventId()).isEqualTo("é");
    // An over-long NUL and an encoded surrogate, in a part nobody looks at.
    for (byte[] bad :
        List.of(
            new byte[] {(byte) 0xC0, (byte) 0x80},
            new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80})) {
      String frame =
          "{\"id\":\"a\",\"type\":\"t\",\"x\":\""
              + new String(bad, StandardCharsets.ISO_8859_1)
              + "\"}";
      Extracted extracted =
          extractor.extract(
              Headers.NONE, null, new RawBody(frame.getBytes(StandardCharsets.ISO_8859_1)));
      assertThat(fault(extracted)).isEqualTo(ErrorCode.UNPARSEABLE_BODY);
    }
  }

  @Test
  void sequencesFitSixtyFourBitsExactly() {
    assertThat(sequence("9223372036854775807").sequence()).isEqualTo(Long.MAX_VALUE);
    assertThat(sequence("-9223372036854775808").sequence()).isEqualTo(Long.MIN_VALUE);
    assertThat(sequence("null").sequence()).isNull();
    assertThat(fault(sequence("null"))).isNull();
    for (String bad :
        List.of(
            "9223372036854775808",
            "1.0",
            "1e3",
            "1e400",
            "true",
            "{}",
            "\"\"",
            "\"+1\"",
            "\" 1\"",
            "\"１\"",
            "1e999999999",
            "9".repeat(200_000))) {
      assertThat(fault(sequence(bad)))
          .as(bad.substring(0, Math.min(30, bad.length())))
          .isEqualTo(ErrorCode.INVALID_FIELD);
      assertThat(sequence(bad).sequence()).isNull();
    }
  }

  private static Extracted sequence(String text) {
    return read("{\"id\":\"a\",\"type\":\"t\",\"seq\":" + text + "}");
  }

  @Test
  void hugeNumbersCostNothing() {
    String digits = "9".repeat(900_000);
    String body =
        "{\"id\":\"a\",\"type\":\"t\",\"n\":" + digits + ",\"m\":1e" + "9".repeat(100_000) + "}";
    long best = Long.MAX_VALUE;
    for (int round = 0; round < 50 && best >= 50_000_000L; round++) {
      long start = System.nanoTime();
      assertThat(read(body).eventId()).isEqualTo("a");
      best = Math.min(best, System.nanoTime() - start);
    }
    // The best of some, for the machine may be busy; a conversion would take seconds each time.
    assertThat(best).isLessThan(50_000_000L);
  }

  @Test
  void timesFollowTheFormatAndNothingElse() {
    assertThat(at(TimeFormat.AUTO, "1768478400")).isEqualTo("2026-01-15T12:00:00Z");
    assertThat(at(TimeFormat.AUTO, "1768478400.25")).isEqualTo("2026-01-15T12:00:00.250Z");
    assertThat(at(TimeFormat.AUTO, "\"2026-01-15T12:00:00.5Z\""))
        .isEqualTo("2026-01-15T12:00:00.500Z");
    assertThat(at(TimeFormat.UNIX_S, "\"1768478400\"")).isEqualTo("2026-01-15T12:00:00Z");
    assertThat(at(TimeFormat.UNIX_MS, "1768478400123")).isEqualTo("2026-01-15T12:00:00.123Z");
    assertThat(at(TimeFormat.AUTO, "null")).isEqualTo("null");
    for (String bad :
        List.of(
            "1768478400123",
            "-1",
            "1e9",
            "true",
            "\"yesterday\"",
            "\"2026-01-15\"",
            "\"\"",
            "\"+999999999-01-01T00:00:00Z\"")) {
      assertThat(at(TimeFormat.AUTO, bad)).as(bad).isEqualTo("INVALID_FIELD");
    }
    assertThat(at(TimeFormat.UNIX_MS, "1768478400.5")).isEqualTo("INVALID_FIELD");
    assertThat(at(TimeFormat.RFC3339, "1768478400")).isEqualTo("INVALID_FIELD");
  }

  private static String at(TimeFormat format, String text) {
    Extracted extracted =
        read(
            spec("json", format),
            Headers.NONE,
            null,
            "{\"id\":\"a\",\"type\":\"t\",\"at\":" + text + "}");
    return extracted.fault() == null
        ? String.valueOf(extracted.occurredAt())
        : extracted.fault().code().name();
  }

  @Test
  void formsAreUnwrappedOrRefused() {
    EventSpec wrapped = spec("form:payload", TimeFormat.AUTO);
    String payload = "%7B%22id%22%3A%22a+%2B%C3%A9%22%2C%22type%22%3A%22t%22%7D";
    assertThat(read(wrapped, Headers.NONE, null, "x=1&payload=" + payload + "&").eventId())
        .isEqualTo("a +é");
    for (String bad :
        List.of(
            "",
            "payload",
            "payload=",
            "payload=%zz",
            "payload=%7",
            "x=%&payload=" + payload,
            "payload=" + payload + "&payload=" + payload,
            "{\"id\":\"a\",\"type\":\"t\"}",
            "Payload=" + payload)) {
      assertThat(fault(read(wrapped, Headers.NONE, null, bad)))
          .as(bad)
          .isEqualTo(ErrorCode.UNPARSEABLE_BODY);
    }
    assertThat(
            Extractor.of(wrapped, List.of(), BODY)
                .view(Headers.NONE, new RawBody("payload=%7B%7D".getBytes(StandardCharsets.UTF_8))))
        .isEqualTo(new Extractor.View.Json(new RawBody("{}".getBytes(StandardCharsets.UTF_8))));
  }

  @Test
  void theContentTypeChoosesOnlyWhereTheSourceLeavesAChoice() {
    EventSpec either = spec("json | form:payload", TimeFormat.AUTO);
    Headers form = Headers.of("content-type", "Application/X-WWW-Form-Urlencoded; charset=utf-8");
    String json = "{\"id\":\"a\",\"type\":\"t\"}";
    assertThat(
            read(either, form, null, "payload=%7B%22id%22:%22b%22,%22type%22:%22t%22%7D").eventId())
        .isEqualTo("b");
    assertThat(read(either, Headers.NONE, null, json).eventId()).isEqualTo("a");
    assertThat(read(SPEC, form, null, json).eventId()).isEqualTo("a");
  }

  @Test
  void formFieldsHeadersAndQueryAreReadAndSaidToBeUnsigned() {
    EventSpec spec =
        new EventSpec(
            FieldPath.parseAll("header:X-Id | query:id", HeaderName::of),
            List.of(FieldPath.parse("form:type")),
            List.of(),
            List.of(),
            List.of(),
            TimeFormat.AUTO,
            BodyFormat.parseAll("form"));
    EntityRule rule = EntityRule.of("order", Set.of("paid now"), "form:order");
    String body = "type=paid+now&order=%31%30";
    Extractor bodySigned = Extractor.of(spec, List.of(rule), BODY);
    RawBody raw = new RawBody(body.getBytes(StandardCharsets.UTF_8));

    Extracted byHeader = bodySigned.extract(Headers.of("x-id", "h1"), "id=q1", raw);
    assertThat(byHeader.eventId()).isEqualTo("h1");
    assertThat(byHeader.type()).isEqualTo("paid now");
    assertThat(byHeader.entity()).isEqualTo(new EntityRef("order", "10"));
    assertThat(byHeader.unsignedFields()).containsExactly("id");
    assertThat(bodySigned.extract(Headers.NONE, "a=1&id=q%201", raw).eventId()).isEqualTo("q 1");
    assertThat(bodySigned.headerNames()).containsExactly("X-Id");

    Extractor allSigned =
        Extractor.of(spec, List.of(rule), new Coverage(true, true, Set.of("X-ID")));
    assertThat(allSigned.extract(Headers.of("x-id", "h1"), null, raw).unsignedFields()).isEmpty();
    Extractor nothingSigned = Extractor.of(spec, List.of(rule), Coverage.NOTHING);
    assertThat(nothingSigned.extract(Headers.of("x-id", "h1"), null, raw).unsignedFields())
        .containsExactlyInAnyOrder("id", "type", "entity");
  }

  @Test
  void headersThatDecideMayRepeatOnlyWithOneValue() {
    EventSpec spec = EventSpec.json("header:X-Id", "json:/type");
    String body = "{\"type\":\"t\"}";
    assertThat(read(spec, Headers.of("X-Id", "a", "x-id", "a"), null, body).eventId())
        .isEqualTo("a");
    Extracted two = read(spec, Headers.of("X-Id", "a", "x-id", "b"), null, body);
    assertThat(fault(two)).isEqualTo(ErrorCode.AMBIGUOUS_JSON);
    assertThat(two.eventId()).isNull();
    assertThat(fault(read(spec, Headers.of("X-Id", " "), null, body)))
        .isEqualTo(ErrorCode.MISSING_EVENT_ID);
  }

  @Test
  void aBrokenBodyKeepsTheHeaderIdAndNothingElseThatDecides() {
    EventSpec spec = EventSpec.json("header:X-Id", "json:/type");
    Extracted extracted =
        read(spec, Headers.of("X-Id", "a"), null, "{\"type\":\"order.paid\",\"order\":{\"id\":1},");
    assertThat(fault(extracted)).isEqualTo(ErrorCode.UNPARSEABLE_BODY);
    assertThat(extracted.eventId()).isEqualTo("a");
    assertThat(extracted.type()).isEqualTo("order.paid");
    assertThat(extracted.entity()).isNull();
  }

  @Test
  void theMachineIsChosenByTypeAndItsKeyIsNeededOnlyWhereItMoves() {
    EntityRule refund = EntityRule.of("refund", Set.of("refund.made"), "json:/refund");
    EntityRule rest =
        new EntityRule(
            "rest",
            Set.of("x"),
            true,
            List.of(FieldPath.parse("json:/order/id")),
            List.of(FieldPath.parse("json:/rest_seq")),
            List.of());
    Extractor extractor = Extractor.of(SPEC, List.of(refund, rest, ORDER), BODY);

    assertThat(entity(extractor, "refund.made", "\"refund\":\"r\"")).isEqualTo("refund/r");
    assertThat(entity(extractor, "refund.made", "\"order\":{\"id\":1}")).isEqualTo("INVALID_FIELD");
    assertThat(entity(extractor, "order.paid", "\"order\":{\"id\":1}")).isEqualTo("order/1");
    assertThat(entity(extractor, "unknown", "\"order\":{\"id\":1}")).isEqualTo("rest/1");
    assertThat(entity(extractor, "unknown", "\"order\":null")).isEqualTo("null");
    assertThat(entity(extractor, "unknown", "\"order\":{\"id\":\"\"}")).isEqualTo("null");
    Extracted own =
        extractor.extract(
            Headers.NONE,
            null,
            new RawBody(
                "{\"id\":\"a\",\"type\":\"x\",\"order\":{\"id\":1},\"seq\":1,\"rest_seq\":2}"
                    .getBytes(StandardCharsets.UTF_8)));
    assertThat(own.sequence()).isEqualTo(2L);
  }

  private static String entity(Extractor extractor, String type, String rest) {
    String body = "{\"id\":\"a\",\"type\":\"" + type + "\"," + rest + "}";
    Extracted extracted =
        extractor.extract(Headers.NONE, null, new RawBody(body.getBytes(StandardCharsets.UTF_8)));
    return extracted.fault() == null
        ? String.valueOf(extracted.entity())
        : extracted.fault().code().name();
  }

  @Test
  void aTypeThatIsAskedForMustBeThere() {
    assertThat(fault(read("{\"id\":\"a\"}"))).isEqualTo(ErrorCode.INVALID_FIELD);
    assertThat(fault(read("{\"id\":\"a\",\"type\":[]}"))).isEqualTo(ErrorCode.INVALID_FIELD);
  }

  @Test
  void aVersionIsReadTolerantly() {
    Extracted extracted = read("{\"id\":\"a\",\"type\":\"t\",\"v\":{\"x\":1}}");
    assertThat(fault(extracted)).isNull();
    assertThat(extracted.version()).isNull();
  }

  @Test
  void opaqueBodiesAndDigestsNeedToBeAskedFor() {
    EventSpec opaque =
        new EventSpec(
            List.of(FieldPath.parse("digest")),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            TimeFormat.AUTO,
            BodyFormat.parseAll("none"));
    Extracted extracted = read(opaque, Headers.NONE, null, "\u0000 anything");
    assertThat(extracted.fault()).isNull();
    assertThat(extracted.eventId()).startsWith("sha256:").hasSize(71);
  }

  @Test
  void aPathThatCanFindNothingIsAMistake() {
    for (String body : List.of("none", "form")) {
      assertThatThrownBy(() -> spec(body, TimeFormat.AUTO)).isInstanceOf(SpecMistake.class);
    }
    assertThat(SPEC.mistakeIn(List.of(FieldPath.parse("form:order")))).isPresent();
    assertThat(SPEC.mistakeIn(List.of(FieldPath.parse("header:X")))).isEmpty();
    assertThat(spec("json | form:payload", TimeFormat.AUTO).mistakeIn(List.of())).isEmpty();
  }

  @Test
  void arraysAreIndexed() {
    EventSpec spec = EventSpec.json("json:/events/1/id", "json:/a~1b/c~0d");
    Extracted extracted =
        read(
            spec,
            Headers.NONE,
            null,
            "{\"events\":[{\"id\":1},{\"id\":2}],\"a/b\":{\"c~d\":\"t\"}}");
    assertThat(extracted.eventId()).isEqualTo("2");
    assertThat(extracted.type()).isEqualTo("t");
  }

  @Test
  void faultsNameThePlaceAndNeverTheValue() {
    Extracted extracted = read("{\"id\":\"a\",\"type\":\"t\",\"seq\":\"personal-data\"}");
    assertThat(String.valueOf(extracted.fault())).contains("json:/seq").doesNotContain("personal");
    assertThat(String.valueOf(read("{\"personal\":oops}").fault())).doesNotContain("oops");
  }
}
