package dev.gatehouse.receive.signature;

import static dev.gatehouse.receive.signature.Specs.NOW;
import static dev.gatehouse.receive.signature.Specs.SECRET;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.event.Headers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

class DoctorTest {
  @Test
  void aWrongSecretIsSaidToBeOne() {
    assertThat(examine(Specs.plain(), signed("{}"), "another"))
        .isEqualTo(ProbableCause.Kind.WRONG_SECRET_OR_BODY);
  }

  @Test
  void changedLineEndsAreFound() {
    for (String received : List.of("{\n}\n", "{\r\n}", "\uFEFF{\r\n}\r\n", "{\r\n}\r\n\r\n")) {
      String sent = received.startsWith("\uFEFF") ? received.substring(1) : "{\r\n}\r\n";
      SignedRequest request = Specs.request(received, signed(sent).headers());
      assertThat(examine(Specs.plain(), request, SECRET))
          .as(received)
          .isEqualTo(ProbableCause.Kind.LINE_ENDS_CHANGED);
    }
  }

  @Test
  void aBodyThatWasWrittenOutAgainIsFound() {
    String sent = "{\"a\":[1,2],\"b\":\"x: y, \\\"z\\\"\"}";
    for (String received :
        List.of("{\"a\": [1, 2], \"b\": \"x: y, \\\"z\\\"\"}", sent.replace(",\"b", ",\n  \"b"))) {
      SignedRequest request = Specs.request(received, signed(sent).headers());
      assertThat(examine(Specs.plain(), request, SECRET))
          .isEqualTo(ProbableCause.Kind.BODY_RESERIALISED);
    }
  }

  @Test
  void aSecretInAnotherFormOrWithALineEndIsFound() {
    String base64 = Base64.getEncoder().encodeToString("some-key".getBytes(StandardCharsets.UTF_8));
    SignatureSpec.Hmac plain = Specs.plain();
    SignatureSpec whsec =
        new SignatureSpec.Hmac(
            plain.hash(), plain.header(), plain.format(), plain.over(), KeyForm.WHSEC, null);
    SignedRequest request = Specs.signed(whsec, "{}", NOW, "whsec_" + base64);

    assertThat(examine(plain, request, "whsec_" + base64))
        .isEqualTo(ProbableCause.Kind.SECRET_READ_WRONGLY);
    assertThat(examine(plain, signed("{}"), SECRET + "\n"))
        .isEqualTo(ProbableCause.Kind.SECRET_READ_WRONGLY);
  }

  @Test
  void anotherUrlIsFound() {
    SignatureSpec spec = Specs.hmac("X-Signature", "{base64}", "{url}{body}", null);
    for (String signed :
        List.of(
            "http://hooks.example.test/in/orders?a=1",
            "https://hooks.example.test/in/orders",
            "https://hooks.example.test/in/orders/?a=1")) {
      SignedRequest sent =
          new SignedRequest("POST", signed, Headers.NONE, Specs.request("{}", Headers.NONE).body());
      Headers headers = Signer.of(spec).sign(sent, List.of(new Secret(SECRET)), NOW);
      assertThat(examine(spec, Specs.request("{}", headers), SECRET))
          .as(signed)
          .isEqualTo(ProbableCause.Kind.OTHER_URL);
    }
  }

  @Test
  void clockHeaderAndFormAreToldApart() {
    SignedRequest old = Specs.signed(Specs.timed(), "{}", NOW.minusSeconds(3600), SECRET);
    assertThat(examine(Specs.timed(), old, SECRET)).isEqualTo(ProbableCause.Kind.CLOCK_OR_REPLAY);
    assertThat(examine(Specs.plain(), Specs.request("{}", Headers.NONE), SECRET))
        .isEqualTo(ProbableCause.Kind.HEADER_MISSING);
    SignedRequest odd = Specs.request("{}", Headers.of("X-Signature", "sha1=00"));
    assertThat(examine(Specs.plain(), odd, SECRET))
        .isEqualTo(ProbableCause.Kind.OTHER_FORM_OR_VERSION);
    assertThat(examine(Specs.plain(), signed("{}"), " "))
        .isEqualTo(ProbableCause.Kind.NO_USABLE_SECRET);
  }

  private static SignedRequest signed(String body) {
    return Specs.signed(Specs.plain(), body, NOW, SECRET);
  }

  private static ProbableCause.Kind examine(
      SignatureSpec spec, SignedRequest request, String secret) {
    Verification.Refused refused =
        (Verification.Refused) Verifier.of(spec).verify(request, Specs.holding(secret), NOW);
    return Doctor.of(spec).examine(refused, request, Specs.holding(secret), NOW).kind();
  }
}
