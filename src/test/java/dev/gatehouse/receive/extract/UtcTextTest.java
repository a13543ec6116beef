package dev.gatehouse.receive.extract;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The quick reader against the general one: wherever it answers, both say the same. */
class UtcTextTest {
  private static final String[] STARTS = {
    "2026-11-30T12:00:00Z",
    "2026-11-30T12:00:00.5Z",
    "1970-01-01T00:00:00.000000001Z",
    "9999-12-31T23:59:59.999999999Z",
    "2028-02-29T00:00:00Z",
    "2026-11-30T12:00:00+01:00",
  };
  private static final String CHARACTERS = "0123456789-:.TZ+ \u0663e";

  @Test
  void agreesWithTheGeneralReaderOnMutatedTimes() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    int answered = 0;
    for (int i = 0; i < 200_000; i++) {
      StringBuilder text = new StringBuilder(STARTS[random.nextInt(STARTS.length)]);
      for (int edits = random.nextInt(3); edits > 0; edits--) {
        int at = random.nextInt(text.length());
        char other = CHARACTERS.charAt(random.nextInt(CHARACTERS.length()));
        switch (random.nextInt(3)) {
          case 0 -> text.setCharAt(at, other);
          case 1 -> text.insert(at, other);
          default -> text.deleteCharAt(at);
        }
      }
      String given = text.toString();
      Instant quick;
      try {
        quick = UtcText.parse(given);
      } catch (DateTimeException e) {
        assertThat(general(given)).as("seed %d: %s", seed, given).isNull();
        continue;
      }
      if (quick != null) {
        answered++;
        assertThat(quick).as("seed %d: %s", seed, given).isEqualTo(general(given));
      }
    }
    assertThat(answered).isGreaterThan(50_000);
  }

  private static @Nullable Instant general(String text) {
    try {
      return OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException e) {
      return null;
    }
  }
}
