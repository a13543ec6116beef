package dev.gatehouse.receive.signature;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.event.Headers;
import dev.gatehouse.event.RawBody;
import dev.gatehouse.receive.signature.HttpSignature.Dialect;
import dev.gatehouse.receive.signature.key.KeyAlgorithm;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpSignatureTest {
  private static final Instant NOW = Instant.parse("2026-02-03T04:05:06Z");
  private static final String BODY = "{\"hello\": \"world\"}";
  private static final HttpSignature RULE =
      new HttpSignature(
          Dialect.RFC9421,
          HttpSignature.SIGNATURE,
          "",
          List.of(new KeyAlgorithm.Ed25519()),
          List.of("@method", "content-digest"),
          Duration.ofMinutes(5));
  private static KeyPair pair;

  @BeforeAll
  static void makeKey() throws Exception {
    pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
  }

  /** RFC 9421, B.2.6: the request of B.2 and its signature, with the key of B.1.4. */
  @Test
  void theExampleOfTheRfcIsReadAsItSays() {
    SignedRequest request =
        new SignedRequest(
            "POST",
            "https://example.com/foo?param=Value&Pet=dog",
            Headers.of(
                "Date", "Tue, 20 Apr 2021 02:07:55 GMT",
                "Content-Type", "application/json",
                "Content-Length", "18"),
            new RawBody(BODY.getBytes(UTF_8)));
    MessageSignature signature =
        MessageSignature.rfc9421(
                "sig-b26=(\"date\" \"@method\" \"@path\" \"@authority\" \"content-type\""
                    + " \"content-length\");created=1618884473;keyid=\"test-key-ed25519\"",
                "sig-b26=:wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vu"
                    + "Qv5lIp5WPpBKRCw==:")
            .orElseThrow()
            .getFirst();

    String text = new HttpSignatureVerifier(RULE).text(signature, request);

    assertThat(text)
        .isEqualTo(
            """
            "date": Tue, 20 Apr 2021 02:07:55 GMT
            "@method": POST
            "@path": /foo
            "@authority": example.com
            "content-type": application/json
            "content-length": 18
            "@signature-params": ("date" "@method" "@path" "@authority" "content-type" \
            "content-length");created=1618884473;keyid="test-key-ed25519\"\
            """);
    assertThat(
            dev.gatehouse.receive.signature.key.SignatureCheck.holds(
                new KeyAlgorithm.Ed25519(),
                new SigningKeys()
                    .in(
                        new Secret(
                            "-----BEGIN PUBLIC KEY-----\n"
                                + "MCowBQYDK2VwAyEAJrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs=\n"
                                + "-----END PUBLIC KEY-----"))
                    .getFirst()
                    .key(),
                List.of(text.getBytes(UTF_8)),
                signature.signature()))
        .isTrue();
  }

  @Test
  void aSignatureThatCoversWhatItMustVerifies() throws Exception {
    assertThat(verify(request("(\"@method\" \"content-digest\");created=" + time(0)), NOW))
        .isInstanceOf(Verification.Verified.class);
    assertThat(
            verify(request("(\"content-digest\" \"@method\" \"@query\");created=" + time(0)), NOW))
        .isInstanceOf(Verification.Verified.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(\"@method\");created=NOW",
        "(\"content-digest\");created=NOW",
        "(\"@method\" \"content-digest\")",
        "(\"@method\" \"content-digest\" \"@method\");created=NOW",
        "(\"@method\" \"content-digest\" \"x-absent\");created=NOW",
        "(\"@method\" \"content-digest\" \"@unknown\");created=NOW",
        "(\"@method\" \"content-digest\";sf);created=NOW",
        "(\"@method\" \"content-digest\");created=NOW;created=NOW",
        "(\"@method\" \"content-digest\");created=\"never\"",
        "(\"@method\" \"content-digest\");created=NOW;expires=\"soon\"",
        "(\"@method\" \"content-digest\");created=NOW;expires=NOW",
        "(\"@method\" \"content-digest\");created=OLD",
        "(\"@method\" \"content-digest\");created=NEW",
        "(\"@method\" \"content-digest\");created=NOW;keyid=\"another\"",
        "(\"@method\"  \"content-digest\");created=NOW",
        "(\"@method\" \"content-digest\"",
        "()",
        ""
      })
  void whateverElseIsRefusedAlthoughItIsRightlySigned(String input) throws Exception {
    String filled =
        input.replace("NOW", time(0)).replace("OLD", time(-301)).replace("NEW", time(301));

    assertThat(verify(request(filled), NOW)).isInstanceOf(Verification.Refused.class);
  }

  @Test
  void aDigestThatIsNotTheBodysIsRefused() throws Exception {
    SignedRequest right = request("(\"@method\" \"content-digest\");created=" + time(0));
    SignedRequest changed =
        new SignedRequest(
            right.method(), right.url(), right.headers(), new RawBody("{}".getBytes(UTF_8)));

    assertThat(verify(changed, NOW)).isInstanceOf(Verification.Refused.class);
  }

  @Test
  void anyBytesGetAnAnswer() throws Exception {
    Random random = new Random(7);
    SignedRequest right = request("(\"@method\" \"content-digest\");created=" + time(0));
    for (int i = 0; i < 20_000; i++) {
      String[] all = new String[right.headers().fields().size() * 2];
      for (int j = 0; j < right.headers().fields().size(); j++) {
        Headers.Field field = right.headers().fields().get(j);
        all[2 * j] = field.name();
        all[2 * j + 1] = field.value();
      }
      int which = 1 + 2 * random.nextInt(all.length / 2);
      StringBuilder value = new StringBuilder(all[which]);
      int at = random.nextInt(value.length());
      switch (random.nextInt(3)) {
        case 0 -> value.setCharAt(at, (char) random.nextInt(256));
        case 1 -> value.deleteCharAt(at);
        default -> value.insert(at, (char) (32 + random.nextInt(96)));
      }
      if (value.toString().strip().equals(all[which].strip())) {
        continue;
      }
      String before = all[which];
      all[which] = value.toString();
      SignedRequest other =
          new SignedRequest(right.method(), right.url(), Headers.of(all), right.body());

      Verification verdict = verify(other, NOW);

      // The label of a signature is not signed, if it is changed in both places; blanks do not
      // count.
      assertThat(verdict)
          .as("%s instead of %s", value, before)
          .isInstanceOfAny(Verification.Refused.class, Verification.Verified.class);
      if (verdict instanceof Verification.Verified) {
        assertThat(value.toString().replaceAll("[ \t]", ""))
            .isEqualTo(before.replaceAll("[ \t]", ""));
      }
    }
  }

  private static String time(int seconds) {
    return Long.toString(NOW.getEpochSecond() + seconds);
  }

  /** Signed by hand, as the RFC says, over whatever the input lists. */
  private static SignedRequest request(String input) throws Exception {
    String digest =
        "sha-256=:"
            + Base64.getEncoder()
                .encodeToString(MessageDigest.getInstance("SHA-256").digest(BODY.getBytes(UTF_8)))
            + ":";
    StringBuilder base = new StringBuilder();
    for (String part : input.replaceAll("\\).*", "").replaceAll("[(\"]", "").split(" +")) {
      String name = part.replace(";sf", "");
      String value =
          switch (name) {
            case "@method" -> "POST";
            case "@query" -> "?a=b";
            case "content-digest" -> digest;
            default -> "";
          };
      base.append('"').append(name).append("\": ").append(value).append('\n');
    }
    base.append("\"@signature-params\": ").append(input);
    Signature signature = Signature.getInstance("Ed25519");
    signature.initSign(pair.getPrivate());
    signature.update(base.toString().getBytes(UTF_8));
    return new SignedRequest(
        "POST",
        "https://hooks.example.test/in/x?a=b",
        Headers.of(
            "Content-Digest",
            digest,
            "Signature-Input",
            "sig1=" + input,
            "Signature",
            "sig1=:" + Base64.getEncoder().encodeToString(signature.sign()) + ":"),
        new RawBody(BODY.getBytes(UTF_8)));
  }

  private static Verification verify(SignedRequest request, Instant now) {
    LiveSecret key =
        LiveSecret.of(
            "current",
            "kid: k1\n-----BEGIN PUBLIC KEY-----\n"
                + Base64.getEncoder().encodeToString(pair.getPublic().getEncoded())
                + "\n-----END PUBLIC KEY-----");
    return Verifier.of(RULE).verify(request, List.of(key), now);
  }
}
