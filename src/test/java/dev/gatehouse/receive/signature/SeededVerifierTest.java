package dev.gatehouse.receive.signature;

import static dev.gatehouse.receive.signature.Specs.NOW;
import static dev.gatehouse.receive.signature.Specs.SECRET;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.event.Headers;
import dev.gatehouse.event.RawBody;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random requests; every failure prints the seed it came from. */
class SeededVerifierTest {
  private static final int ROUNDS = 20_000;
  private static final List<SignatureSpec> SPECS =
      List.of(
          Specs.plain(),
          Specs.timed(),
          Specs.hmac("X-Signature", "{base64}", "{method}{url}{body}", null),
          Specs.hmac("X-Signature", "{base64url}", "{body}", null),
          Specs.timedInHeader(TimestampForm.UNIX_MS, Duration.ofMinutes(5)),
          new SignatureSpec.Token(HeaderName.of("X-Signature"), "Bearer "));

  @Test
  void noMutationOfAValidRequestVerifies() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < ROUNDS; round++) {
      SignatureSpec spec = SPECS.get(random.nextInt(SPECS.size() - 1));
      SignedRequest valid = Specs.signed(spec, body(random), NOW, SECRET);
      SignedRequest mutated = mutate(valid, spec, random);
      assertThat(Verifier.of(spec).verify(mutated, Specs.holding(SECRET), NOW))
          .as("seed " + seed + ", round " + round + ", " + spec)
          .isInstanceOf(Verification.Refused.class);
    }
  }

  @Test
  void nonsenseInHeadersIsRefusedAndNeverThrows() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    String alphabet = "t=v10,;, .sha256=AZaz09+/-_=\u00e9\u0000\uFF11\n\t…{}";
    for (int round = 0; round < ROUNDS; round++) {
      SignatureSpec spec = SPECS.get(random.nextInt(SPECS.size()));
      StringBuilder value = new StringBuilder(random.nextInt(4) == 0 ? "t=1768478400,v1=" : "");
      int length = random.nextInt(3) == 0 ? random.nextInt(6000) : random.nextInt(80);
      for (int i = 0; i < length; i++) {
        value.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      Headers headers =
          Headers.of("X-Signature", value.toString(), "X-Timestamp", value.toString());
      assertThat(Verifier.of(spec).verify(Specs.request("{}", headers), Specs.holding(SECRET), NOW))
          .as("seed " + seed + ", round " + round + ", " + spec)
          .isInstanceOf(Verification.Refused.class);
    }
  }

  @Test
  void everyCutOfAValidHeaderIsRefused() {
    for (SignatureSpec spec : SPECS) {
      SignedRequest valid = Specs.signed(spec, "{}", NOW, SECRET);
      String value = valid.headers().first("X-Signature").orElseThrow();
      for (int length = 0; length < value.length(); length++) {
        SignedRequest cut =
            new SignedRequest(
                valid.method(),
                valid.url(),
                with(valid.headers(), "X-Signature", value.substring(0, length)),
                valid.body());
        assertThat(Verifier.of(spec).verify(cut, Specs.holding(SECRET), NOW))
            .as("cut to " + length)
            .isInstanceOf(Verification.Refused.class);
      }
    }
  }

  private static String body(Random random) {
    StringBuilder body = new StringBuilder("{\"n\":");
    random.ints(random.nextInt(200), 32, 0x2FF).forEach(body::appendCodePoint);
    return body.append('}').toString();
  }

  /** Changes one signed byte, or one character of a header (but not only the case of hex). */
  private static SignedRequest mutate(SignedRequest valid, SignatureSpec spec, Random random) {
    if (random.nextBoolean()) {
      byte[] bytes = valid.body().bytes();
      byte[] changed =
          switch (random.nextInt(3)) {
            case 0 -> java.util.Arrays.copyOf(bytes, bytes.length - 1);
            case 1 -> java.util.Arrays.copyOf(bytes, bytes.length + 1);
            default -> flipped(bytes, random);
          };
      return new SignedRequest(valid.method(), valid.url(), valid.headers(), new RawBody(changed));
    }
    List<Headers.Field> fields = valid.headers().fields();
    Headers.Field field = fields.get(random.nextInt(fields.size()));
    String value = field.value();
    boolean hex =
        spec instanceof SignatureSpec.Hmac hmac && hmac.format().encoding() == TextEncoding.HEX;
    String changed;
    do {
      int at = random.nextInt(value.length());
      char c = (char) (32 + random.nextInt(95));
      changed = value.substring(0, at) + c + value.substring(at + (random.nextBoolean() ? 1 : 0));
    } while (sameMeaning(value, changed, hex));
    return new SignedRequest(
        valid.method(), valid.url(), with(valid.headers(), field.name(), changed), valid.body());
  }

  /** Blanks around elements do not count, nor does the case of hex digits, nor an empty element. */
  private static boolean sameMeaning(String before, String after, boolean hex) {
    return plain(before, hex).equals(plain(after, hex));
  }

  private static String plain(String value, boolean hex) {
    String trimmed = value.replaceAll("[ ,]+", hex ? "," : "").replaceAll("^,|,$", "");
    return hex ? trimmed.toLowerCase(Locale.ROOT) : value;
  }

  private static byte[] flipped(byte[] bytes, Random random) {
    byte[] changed = bytes.clone();
    changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
    return changed;
  }

  private static Headers with(Headers headers, String name, String value) {
    List<Headers.Field> fields = new ArrayList<>();
    for (Headers.Field field : headers.fields()) {
      fields.add(field.name().equals(name) ? new Headers.Field(name, value) : field);
    }
    return new Headers(fields);
  }
}
