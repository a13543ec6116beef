package dev.gatehouse.receive.signature;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TextEncodingTest {
  @Test
  void everyEncodingReadsWhatItWrites() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 2000; round++) {
      byte[] bytes = new byte[1 + random.nextInt(64)];
      random.nextBytes(bytes);
      for (TextEncoding encoding : TextEncoding.values()) {
        assertThat(decode(encoding, "x" + encoding.encode(bytes), 1, bytes.length))
            .as("seed " + seed)
            .isEqualTo(bytes);
      }
      String padded = Base64.getUrlEncoder().encodeToString(bytes);
      assertThat(decode(TextEncoding.BASE64URL, padded, 0, bytes.length)).isEqualTo(bytes);
    }
  }

  @Test
  void hexTakesEitherCaseAndOnlyAsciiDigits() {
    assertThat(decode(TextEncoding.HEX, "aAfF", 0, 2)).containsExactly(0xAA, 0xFF);
    for (String bad :
        new String[] {"aAf", "aAfFf", "aAfG", "aA f", "\uFF11000", "aAf\u0666", "-100"}) {
      assertThat(new byte[2])
          .as(bad)
          .satisfies(out -> assertThat(TextEncoding.HEX.decode(bad, 0, out)).isFalse());
    }
  }

  @Test
  void base64HasOneTextPerValue() {
    // "AB==" decodes to the same byte as "AA==" when left-over bits are ignored.
    assertThat(TextEncoding.BASE64.decode("AA==", 0, new byte[1])).isTrue();
    for (String bad :
        new String[] {"AB==", "AA", "AA=", "AA===", "AA= ", "A===", "A A=", "AAAA", "-A=="}) {
      assertThat(TextEncoding.BASE64.decode(bad, 0, new byte[1])).as(bad).isFalse();
    }
    assertThat(TextEncoding.BASE64URL.decode("_w", 0, new byte[1])).isTrue();
    assertThat(TextEncoding.BASE64URL.decode("/w", 0, new byte[1])).isFalse();
    assertThat(TextEncoding.BASE64.decode("_w==", 0, new byte[1])).isFalse();
  }

  private static byte[] decode(TextEncoding encoding, String text, int start, int length) {
    byte[] out = new byte[length];
    assertThat(encoding.decode(text, start, out)).isTrue();
    return out;
  }
}
