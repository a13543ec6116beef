package dev.gatehouse.receive.extract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gatehouse.event.ErrorCode;
import dev.gatehouse.event.Fault;
import dev.gatehouse.event.Headers;
import dev.gatehouse.event.RawBody;
import dev.gatehouse.receive.signature.Coverage;
import dev.gatehouse.receive.signature.SpecMistake;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PartsTest {
  @Test
  void theElementsOfAListAreCutOutByteForByte() {
    assertThat(cut("json:/*", " [ {\"id\" : 1.0} ,{\"a\":[1,{\"b\":2}]},\"x\\u00e9\", 7 ,null ] "))
        .containsExactly("{\"id\" : 1.0}", "{\"a\":[1,{\"b\":2}]}", "\"x\\u00e9\"", "7", "null");
    assertThat(cut("json:/e/*", "\uFEFF{\"a\":{\"e\":[0]},\"e\":[{\"ü\":\"€\"},{}],\"z\":1}"))
        .containsExactly("{\"ü\":\"€\"}", "{}");
  }

  @Test
  void listsInListsAreCutToTheInnermost() {
    assertThat(cut("json:/g/*/x/e/*", "{\"g\":[{\"x\":{\"e\":[1,2]}},{\"x\":{\"e\":[3]}}]}"))
        .containsExactly("1", "2", "3");
    assertThat(cut("json:/i/*/R", "{\"i\":[{\"R\":{\"a\":1}},{\"R\":{\"a\":2}}]}"))
        .containsExactly("{\"a\":1}", "{\"a\":2}");
  }

  @Test
  void nothingBetweenTheListsIsLost() {
    assertThat(cut("json:/i/*/R", "{\"i\":[{\"R\":1},{\"S\":2},3,{\"R\":4,\"R\":5},{\"R\":6}]}"))
        .containsExactly("1", "{\"S\":2}", "3", "{\"R\":4,\"R\":5}", "6");
    assertThat(cut("json:/g/*/e/*", "{\"g\":[{\"e\":[]},{\"e\":[1]},{\"e\":9}]}"))
        .containsExactly("{\"e\":[]}", "1", "{\"e\":9}");
  }

  @Test
  void whatIsNoListIsOneEvent() {
    for (String body :
        List.of("{\"id\":1}", "7", "", "{", "[1] 2", "[1,", "{\"e\":1}", "[\"\u0000\"]")) {
      Parts parts = parts("json:/*", body);
      assertThat(parts.each()).as(body).isEmpty();
      assertThat(parts.fault()).as(body).isNull();
      assertThat(parts.isEmpty()).as(body).isFalse();
    }
  }

  @Test
  void anEmptyListIsTold() {
    assertThat(parts("json:/e/*", "{\"e\":[]}").isEmpty()).isTrue();
    assertThat(parts("json:/e/*", "{}").isEmpty()).isFalse();
  }

  @Test
  void aListThatStandsTwiceIsNotTakenApart() {
    Parts parts = parts("json:/e/*", "{\"e\":[1],\"e\":[2]}");

    assertThat(parts.each()).isEmpty();
    assertThat(parts.fault())
        .isEqualTo(new Fault(ErrorCode.AMBIGUOUS_JSON, "json:/e/* stands more than once"));
  }

  @Test
  void moreThanTheBoundAreNotTakenApart() {
    assertThat(cut("json:/*", list(Parts.MAX))).hasSize(Parts.MAX);

    Parts parts = parts("json:/*", list(Parts.MAX + 1));

    assertThat(parts.each()).isEmpty();
    assertThat(parts.fault()).extracting(Fault::code).isEqualTo(ErrorCode.TOO_LARGE);
  }

  private static String list(int size) {
    return "[" + String.join(",", Collections.nCopies(size, "{}")) + "]";
  }

  @Test
  void eachPartIsReadForItselfAndABadOneFailsAlone() {
    Extractor extractor = extractor("json:/e/*", "json:/id", "request:/kind + json:/t", "json");
    Parts parts =
        parts(
            extractor,
            "{\"kind\":\"page\",\"e\":[{\"id\":\"a\",\"t\":\"x\"},{\"t\":\"y\"},"
                + "{\"id\":\"c\",\"id\":\"d\",\"t\":\"z\"},{\"id\":5,\"t\":\"x\"}]}");

    List<Extracted> read = read(extractor, parts);

    assertThat(read).extracting(Extracted::eventId).containsExactly("a", null, null, "5");
    assertThat(read)
        .extracting(Extracted::type)
        .containsExactly("page.x", "page.y", "page.z", "page.x");
    assertThat(read)
        .extracting(each -> each.fault() == null ? null : each.fault().code())
        .containsExactly(null, ErrorCode.MISSING_EVENT_ID, ErrorCode.AMBIGUOUS_JSON, null);
  }

  @Test
  void anIdOfTheRequestNamesAnEventTogetherWithItsPlace() {
    String body = "{\"nonce\":\"n\",\"e\":[{},{}]}";
    String digest = HexFormat.of().formatHex(new RawBody(bytes(body)).sha256());

    assertThat(ids("request:/nonce", body)).containsExactly("n#0", "n#1");
    assertThat(ids("header:X-Id", body)).containsExactly("h#0", "h#1");
    assertThat(ids("digest", body))
        .containsExactly("sha256:" + digest + "#0", "sha256:" + digest + "#1");
  }

  @Test
  void aListInAFieldOfAFormIsTakenApart() {
    Extractor extractor = extractor("json:/*", "json:/_id", "json:/event", "form:events");
    String body =
        "events="
            + URLEncoder.encode("[{\"_id\":\"1\",\"event\":\"open\"}]", StandardCharsets.UTF_8);
    Headers form =
        new Headers(
            List.of(new Headers.Field("Content-Type", "application/x-www-form-urlencoded")));

    Parts parts = extractor.parts(form, new RawBody(bytes(body)));

    assertThat(extractor.extract(form, null, parts, 0).eventId()).isEqualTo("1");
    // As a later run reads it from the journal.
    Headers kept = Extractor.partHeaders(form);
    RawBody part = parts.each().getFirst();
    assertThat(extractor.extract(kept, null, part).type()).isEqualTo("open");
    assertThat(extractor.view(kept, part)).isEqualTo(new Extractor.View.Json(part));
  }

  @Test
  void whatACutGivesIsWhatATreeGives() {
    long seed = 20_261_201;
    Random random = new Random(seed);
    for (int i = 0; i < 3_000; i++) {
      List<String> elements =
          IntStream.range(0, random.nextInt(6)).mapToObj(n -> value(random, 3)).toList();
      String body =
          "{\"a\":" + value(random, 2) + ",\"e\": [" + String.join(" , ", elements) + "]}";
      assertThat(cut("json:/e/*", body)).as("seed %d, %s", seed, body).isEqualTo(elements);
    }
  }

  private static String value(Random random, int depth) {
    return switch (random.nextInt(depth == 0 ? 4 : 6)) {
      case 0 ->
          "\"" + "é\\\"€]}".substring(0, 1 + random.nextInt(5)).replaceAll("\\\\$", "") + "\"";
      case 1 -> random.nextInt(1000) + ".50e-3";
      case 2 -> "true";
      case 3 -> "null";
      case 4 -> "[" + value(random, depth - 1) + ", " + value(random, depth - 1) + "]";
      default -> "{ \"e\" :" + value(random, depth - 1) + "}";
    };
  }

  @Test
  void mistakesAreNamed() {
    for (String text : List.of("json:/events", "header:X", "json:", "/events/*", "form:a")) {
      assertThatThrownBy(() -> EachPath.parse(text)).as(text).isInstanceOf(SpecMistake.class);
    }
    assertThatThrownBy(() -> extractor(null, "request:/id", "json:/t", "json"))
        .hasMessageContaining("each");
    assertThatThrownBy(() -> extractor("json:/*", "digest", "header:T", "xml"))
        .hasMessageContaining("body_format");
  }

  private static List<String> cut(String each, String body) {
    Parts parts = parts(each, body);
    assertThat(parts.fault()).isNull();
    return parts.each().stream()
        .map(part -> new String(part.bytes(), StandardCharsets.UTF_8))
        .toList();
  }

  private static Parts parts(String each, String body) {
    return parts(extractor(each, "digest", "json:/t", "json"), body);
  }

  private static Parts parts(Extractor extractor, String body) {
    return extractor.parts(Headers.NONE, new RawBody(bytes(body)));
  }

  private static List<String> ids(String id, String body) {
    Extractor extractor = extractor("json:/e/*", id, "json:/t", "json");
    return read(extractor, parts(extractor, body)).stream().map(Extracted::eventId).toList();
  }

  private static List<Extracted> read(Extractor extractor, Parts parts) {
    Headers headers = new Headers(List.of(new Headers.Field("X-Id", "h")));
    return IntStream.range(0, parts.each().size())
        .mapToObj(number -> extractor.extract(headers, null, parts, number))
        .toList();
  }

  private static Extractor extractor(
      @org.jspecify.annotations.Nullable String each, String id, String type, String format) {
    EventSpec spec =
        new EventSpec(
            List.of(FieldPath.parse(id)),
            List.of(FieldPath.parse(type)),
            List.of(),
            List.of(),
            List.of(),
            TimeFormat.AUTO,
            BodyFormat.parseAll(format),
            each == null ? null : EachPath.parse(each));
    return Extractor.of(spec, List.of(), new Coverage(true, true, java.util.Set.of()));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
