package dev.gatehouse.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a source with signed tokens or public keys has to say before it starts. */
class TokenSourcesTest {
  private static final String SECRET = "0123456789abcdef0123456789abcdef";
  private static final String KEY =
      """
      {"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}\
      """;

  @TempDir Path folder;

  @Test
  void theAccountThatIsExpectedHasToBeNamed() {
    assertThat(mistakes("{ provider: google-pubsub, secrets: ['${env:KEYS}'] }"))
        .contains("values.audience")
        .contains("values.service_account");
    assertThat(
            mistakes(
                "{ provider: google-pubsub, secrets: ['${env:KEYS}'],"
                    + " values: { audience: 'https://h.test', service_account: ' ' } }"))
        .contains("values.service_account");
  }

  @Test
  void aValueOfTheOperatorsIsAWholeTextAndIsGiven() {
    assertThat(mistakes(custom("claims: { aud: '{config:audience}' }", "")))
        .contains("values.audience");
    assertThat(mistakes(custom("claims: { aud: '{config:audience}' }", "values: { audience: a }")))
        .isEmpty();
    for (String claim :
        new String[] {
          "https://{config:audience}", "{config:}", "{config:Aud}", "{config:a", "{config}"
        }) {
      assertThat(mistakes(custom("claims: { aud: '" + claim + "' }", "values: { audience: a }")))
          .as(claim)
          .contains("{config:name}");
    }
    assertThat(
            mistakes(
                custom(
                    "claims: { aud: '{config:audience}' }", "values: { audience: '{config:b}c' }")))
        .contains("{config:name}");
    assertThat(mistakes(custom("claims: { aud: [] }", ""))).contains("at least one value");
    assertThat(mistakes(custom("header_values: { typ: '{config:typ}' }", ""))).contains("is fixed");
    assertThat(mistakes(custom("optional_claims: { aud: fixed }", ""))).contains("{config:name}");
  }

  @Test
  void aListOfAlgorithmsCannotHaveKeysThatNobodyCanTellApart() {
    assertThat(mistakes(custom("", "", "[HS256, EdDSA]"))).contains("32 bytes");
    assertThat(mistakes(custom("", "", "[HS256, RS256]"))).isEmpty();
    assertThat(mistakes(custom("", "", "[none]"))).contains("HS256, RS256");
  }

  private static String custom(String rule, String source) {
    return custom(rule, source, "[HS256]");
  }

  private static String custom(String rule, String source, String algorithms) {
    return "{ provider: custom, secrets: ['${env:SECRET}'], event: { id: digest }, signature: {"
        + " scheme: jwt, algorithms: "
        + algorithms
        + ", token: 'header:T'"
        + (rule.isEmpty() ? "" : ", " + rule)
        + " }"
        + (source.isEmpty() ? "" : ", " + source)
        + " }";
  }

  private String mistakes(String source) {
    return switch (SettingsFile.read(
        "c.yaml",
        "sources:\n  a: " + source + "\n",
        folder,
        Map.of("SECRET", SECRET, "KEYS", KEY)::get)) {
      case SettingsFile.Loaded.Good good -> "";
      case SettingsFile.Loaded.Bad bad ->
          bad.mistakes().stream().map(Object::toString).collect(Collectors.joining("\n"));
    };
  }
}
