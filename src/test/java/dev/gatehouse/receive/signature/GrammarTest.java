package dev.gatehouse.receive.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class GrammarTest {
  @Test
  void formatsAreReadFromAnExample() {
    assertThat(SignatureFormat.parse("sha256={hex}"))
        .isEqualTo(new SignatureFormat.Whole("sha256=", TextEncoding.HEX));
    assertThat(SignatureFormat.parse("{base64}"))
        .isEqualTo(new SignatureFormat.Whole("", TextEncoding.BASE64));
    assertThat(listed("t={timestamp},v1={hex}")).isEqualTo("[,] v1= HEX t=");
    assertThat(listed("t={timestamp}, v1={hex}, …")).isEqualTo("[,] v1= HEX t=");
    assertThat(listed("v1={hex},t={timestamp}")).isEqualTo("[,] v1= HEX t=");
    assertThat(listed("ts={timestamp};h1={hex}")).isEqualTo("[;] h1= HEX ts=");
    assertThat(listed("v1,{base64}")).isEqualTo("[ ] v1, BASE64 ");
    assertThat(listed("v1,{base64} …")).isEqualTo("[ ] v1, BASE64 ");
    assertThat(listed("v1={hex},...")).isEqualTo("[,] v1= HEX ");
    assertThat(listed("{base64url}, …")).isEqualTo("[,]  BASE64URL ");
  }

  private static String listed(String text) {
    SignatureFormat.Listed format = (SignatureFormat.Listed) SignatureFormat.parse(text);
    return "["
        + format.separator()
        + "] "
        + format.signaturePrefix()
        + " "
        + format.encoding()
        + " "
        + format.timestampPrefix();
  }

  @Test
  void otherFormatsAreMistakesWithAnExample() {
    for (String text :
        List.of(
            "",
            "sha256=",
            "{body}",
            "{hex",
            "hex}",
            "{hex}{base64}",
            "{hex}x",
            "{timestamp}",
            "{timestamp},{timestamp}",
            "{any}{hex}",
            "{hex},{any},…",
            "t={timestamp}v1={hex}",
            "t={timestamp},t={hex}",
            "a{b{hex}",
            "v1={hex},v0={hex}",
            "{hex},x…")) {
      assertThatThrownBy(() -> SignatureFormat.parse(text))
          .as(text)
          .isInstanceOf(SpecMistake.class);
    }
  }

  @Test
  void templatesKnowTheirPartsAndDoubledBraces() {
    Template template =
        Template.parse(
            "{{{method}}}|{url}|{path}|{header:X-A}|{id}|{timestamp}|{body}",
            HeaderName.of("X-Id"),
            HeaderName::of);
    assertThat(template.parts().getFirst()).isEqualTo(new Template.Part.Literal("{"));
    assertThat(template.headers()).containsExactly(HeaderName.of("X-A"), HeaderName.of("X-Id"));
    for (String text : List.of("", "x", "{body", "body}", "{id}", "{what}", "{header:}")) {
      assertThatThrownBy(() -> Template.parse(text, null, HeaderName::of))
          .as(text)
          .isInstanceOf(SpecMistake.class);
    }
  }

  @Test
  void rulesThatCannotProveAnythingAreMistakes() {
    TimestampRule inHeader =
        new TimestampRule(HeaderName.of("X-T"), TimestampForm.UNIX_S, Duration.ofMinutes(5));
    TimestampRule inFormat = new TimestampRule(null, TimestampForm.UNIX_S, Duration.ofMinutes(5));
    assertThatThrownBy(() -> Specs.hmac("X-S", "{hex}", "{timestamp}{body}", null))
        .isInstanceOf(SpecMistake.class);
    assertThatThrownBy(() -> Specs.hmac("X-S", "{hex}", "{body}", inHeader))
        .isInstanceOf(SpecMistake.class);
    assertThatThrownBy(() -> Specs.hmac("X-S", "{hex}", "{timestamp}{body}", inFormat))
        .isInstanceOf(SpecMistake.class);
    assertThatThrownBy(
            () -> Specs.hmac("X-S", "t={timestamp},v1={hex}", "{timestamp}{body}", inHeader))
        .isInstanceOf(SpecMistake.class);
  }

  @Test
  void coverageTellsSignedFromUnsigned() {
    Coverage coverage = StandardWebhooks.SPEC.coverage();
    assertThat(coverage.body()).isTrue();
    assertThat(coverage.url()).isFalse();
    assertThat(coverage.covers(HeaderName.of("Webhook-ID"))).isTrue();
    assertThat(coverage.covers(HeaderName.of("webhook-timestamp"))).isTrue();
    assertThat(coverage.covers(HeaderName.of("webhook-signature"))).isFalse();
  }

  @Test
  void secretsAreJudgedByTheFormOfTheirKey() {
    assertThat(KeyForm.UTF8.mistakeIn(new Secret("abc"))).isEmpty();
    for (String bad : List.of("", "  ", "abc\n", " abc")) {
      assertThat(KeyForm.UTF8.mistakeIn(new Secret(bad))).as(bad).isPresent();
    }
    assertThat(KeyForm.WHSEC.mistakeIn(new Secret("whsec_dGVzdA=="))).isEmpty();
    assertThat(KeyForm.WHSEC.mistakeIn(new Secret("dGVzdA=="))).isEmpty();
    assertThat(KeyForm.WHSEC.mistakeIn(new Secret("whsec_"))).isPresent();
    assertThat(KeyForm.WHSEC.mistakeIn(new Secret("whsec_hunter2!")).orElseThrow())
        .doesNotContain("hunter2");
    KeyForm mixed = new KeyForm(KeyForm.Kind.BASE64_ONLY_AFTER_PREFIX, "whsec_");
    assertThat(mixed.key(new Secret("whsec_YWJj")).orElseThrow()).isEqualTo(bytes("abc"));
    assertThat(mixed.key(new Secret("YWJj")).orElseThrow()).isEqualTo(bytes("YWJj"));
    assertThat(new KeyForm(KeyForm.Kind.HEX, "").key(new Secret("61626")).isEmpty()).isTrue();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
  }
}
