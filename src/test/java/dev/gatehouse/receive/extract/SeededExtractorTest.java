package dev.gatehouse.receive.extract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.event.ErrorCode;
import dev.gatehouse.event.Headers;
import dev.gatehouse.event.RawBody;
import dev.gatehouse.receive.signature.Coverage;
import dev.gatehouse.receive.signature.HeaderName;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Random bodies; every failure prints the seed it came from. */
class SeededExtractorTest {
  private static final int ROUNDS = 10_000;
  private static final String GOOD =
      "{\"id\":\"evt_1\",\"type\":\"t\",\"n\":[1,-2.5e3,{\"a\":\"é\\u00e9\\ud83d\\ude00\"},null],\"at\":12}";

  private static EventSpec spec(String body) {
    return new EventSpec(
        FieldPath.parseAll("json:/id | header:X-Id | query:id", HeaderName::of),
        List.of(FieldPath.parse("json:/type")),
        List.of(FieldPath.parse("json:/n/0")),
        List.of(FieldPath.parse("json:/at")),
        List.of(FieldPath.parse("json:/n/2/a")),
        TimeFormat.AUTO,
        BodyFormat.parseAll(body));
  }

  private static Extractor extractor(String body) {
    return Extractor.of(
        spec(body),
        List.of(
            EntityRule.of("m", Set.of("t"), "json:/n/1"),
            new EntityRule(
                "rest",
                Set.of(),
                true,
                FieldPath.parseAll("header:X-Id | json:/id", HeaderName::of),
                List.of(),
                List.of())),
        new Coverage(true, false, Set.of()));
  }

  @Test
  void randomBytesNeverThrow() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    List<Extractor> extractors =
        List.of(extractor("json"), extractor("json | form:id"), extractor("form:id"));
    for (int round = 0; round < ROUNDS; round++) {
      byte[] bytes = mutated(random);
      String query = new String(mutated(random), StandardCharsets.ISO_8859_1);
      Extractor extractor = extractors.get(random.nextInt(extractors.size()));
      try {
        Extracted extracted =
            extractor.extract(Headers.of("X-Id", query), query, new RawBody(bytes));
        assertThat(extracted.eventId() != null || extracted.fault() != null)
            .as("an event without an id has a fault")
            .isTrue();
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed " + seed + ", round " + round, e);
      }
    }
  }

  /** Whatever a strict tree reader refuses is refused here, and nothing else is. */
  @Test
  void soundnessAgreesWithATreeReader() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    JsonMapper strict =
        JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();
    Extractor extractor = extractor("json");
    for (int round = 0; round < ROUNDS; round++) {
      byte[] bytes = mutated(random);
      if (!Utf8.isSound(bytes)) {
        continue;
      }
      boolean sound;
      try {
        sound = !strict.readTree(bytes).isMissingNode();
      } catch (JacksonException e) {
        sound = false;
      }
      Extracted extracted = extractor.extract(Headers.NONE, null, new RawBody(bytes));
      boolean refused =
          extracted.fault() != null && extracted.fault().code() == ErrorCode.UNPARSEABLE_BODY;
      assertThat(refused)
          .as(
              "seed "
                  + seed
                  + ", round "
                  + round
                  + ": "
                  + new String(bytes, StandardCharsets.UTF_8))
          .isEqualTo(!sound);
    }
  }

  private static byte[] mutated(Random random) {
    byte[] bytes = GOOD.getBytes(StandardCharsets.UTF_8);
    int changes = random.nextInt(4);
    for (int i = 0; i < changes; i++) {
      int at = random.nextInt(bytes.length);
      bytes[at] =
          random.nextInt(8) == 0 ? (byte) random.nextInt(256) : bytes[random.nextInt(bytes.length)];
    }
    int length = random.nextInt(5) == 0 ? random.nextInt(bytes.length) : bytes.length;
    return java.util.Arrays.copyOf(bytes, length);
  }
}
