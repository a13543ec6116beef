package dev.gatehouse.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The short form, with a fixed seed and without guidance; {@code bench/fuzz} is the long one. */
class FuzzTest {
  private static final int TIMES = 30_000;

  /** Pieces that mean something somewhere. */
  private static final List<String> WORDS =
      List.of(
          "t=1770091506,v1=",
          "sha256=",
          "v1,",
          "{body}",
          "{timestamp}",
          "{hex}",
          "{base64}",
          "{",
          "}",
          "{json:/a}",
          "{maybe}",
          "{/maybe}",
          "{list:x}",
          "{body|sha256|hex}",
          "json:/id",
          "json:/a > /b",
          "form:payload",
          "digest",
          "header:X",
          "xml:/a/@b",
          "cloudevents",
          "json",
          "form",
          "{\"id\":1}",
          "[[[",
          "\"\\u0000\"",
          "<a b='c'>",
          "]]>",
          "a=b&a=%zz",
          "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n--x--",
          "eyJhbGciOiJub25lIn0..",
          "keyId=\"a\",signature=\"YQ==\",headers=\"date\"",
          "sig=(\"@method\");created=1",
          "sig=:YQ==:",
          "AAAA",
          "deadbeef",
          "1e999",
          "-1",
          "?",
          "%",
          "\u00ff",
          "\u0000");

  @Test
  void anyRequestGetsAVerdict() {
    assertThat(VerifierFuzz.armed()).as("rules with a secret").isGreaterThan(280);
    run(VerifierFuzz::fuzzerTestOneInput, 1);
  }

  @Test
  void anyBodyIsReadOrFaulty() {
    run(ExtractorFuzz::fuzzerTestOneInput, 2);
  }

  @Test
  void anyRuleIsReadOrAMistake() {
    run(RuleFuzz::fuzzerTestOneInput, 3);
  }

  private static void run(Consumer<byte[]> target, long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < TIMES; i++) {
      StringBuilder input = new StringBuilder();
      input.append((char) random.nextInt(256)).append((char) random.nextInt(256));
      for (int words = random.nextInt(24); words > 0; words--) {
        if (random.nextInt(6) == 0) {
          input.append((char) random.nextInt(256));
        } else {
          input.append(WORDS.get(random.nextInt(WORDS.size())));
        }
        if (random.nextInt(3) == 0) {
          input.append('\u0000').append((char) random.nextInt(256));
        }
      }
      target.accept(input.toString().getBytes(StandardCharsets.ISO_8859_1));
    }
  }
}
