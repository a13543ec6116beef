package dev.gatehouse.provider;

import static dev.gatehouse.provider.Tokens.BODY;
import static dev.gatehouse.provider.Tokens.FORMULAS;
import static dev.gatehouse.provider.Tokens.NOW;
import static dev.gatehouse.provider.Tokens.PRESETS;
import static dev.gatehouse.provider.Tokens.formula;
import static dev.gatehouse.provider.Tokens.reason;
import static dev.gatehouse.provider.Tokens.request;
import static dev.gatehouse.provider.Tokens.secrets;
import static dev.gatehouse.provider.Tokens.token;
import static dev.gatehouse.provider.Tokens.verify;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.provider.Tokens.Form;
import dev.gatehouse.provider.Tokens.Formula;
import dev.gatehouse.receive.signature.RefusalReason;
import dev.gatehouse.receive.signature.SignatureSpec;
import dev.gatehouse.receive.signature.Verification;
import dev.gatehouse.receive.signature.Verifier;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Providers that send a token and have no recorded requests. */
class TokenFormulasTest {
  /** The presets that are proven here. */
  static Set<String> providers() {
    Set<String> ids = new TreeSet<>();
    FORMULAS.forEach(formula -> ids.add(formula.provider()));
    return ids;
  }

  @TestFactory
  Stream<DynamicTest> theComputedTokenVerifiesAndNoChangedOneDoes() {
    return FORMULAS.stream()
        .map(formula -> DynamicTest.dynamicTest(formula.provider(), () -> check(formula)));
  }

  private static void check(Formula formula) {
    String header =
        formula.form() == Form.UNENCODED
            ? "{\"alg\":\"%s\",\"b64\":false,\"crit\":[\"b64\"]}".formatted(formula.alg())
            : "{\"alg\":\"%s\",\"kid\":\"k1\"}".formatted(formula.alg());
    String token = token(formula, header, BODY);
    assertThat(verify(formula, token, BODY, NOW)).isInstanceOf(Verification.Verified.class);
    if (formula.coversBody() && formula.form() != Form.WHOLE_BODY) {
      assertThat(verify(formula, token, BODY + " ", NOW)).isInstanceOf(Verification.Refused.class);
    }
    for (int i = 0; i < token.length(); i++) {
      char other = token.charAt(i) == 'A' ? 'B' : 'A';
      String changed = token.substring(0, i) + other + token.substring(i + 1);
      assertThat(verify(formula, changed, BODY, NOW))
          .as("character %d", i)
          .isInstanceOf(Verification.Refused.class);
    }
    if (formula.claims().contains("\"exp\"")) {
      assertThat(reason(verify(formula, token, BODY, NOW.plusSeconds(361))))
          .isEqualTo(RefusalReason.STALE);
    }
    formula
        .values()
        .forEach(
            (name, value) -> {
              Map<String, String> others = Map.of(name, value + "x");
              SignatureSpec spec = PRESETS.preset(formula.provider()).orElseThrow().signature();
              assertThat(
                      Verifier.of(spec.with(others))
                          .verify(request(formula, token, BODY), secrets(formula), NOW))
                  .isInstanceOf(Verification.Refused.class);
              assertThat(
                      Verifier.of(spec)
                          .verify(request(formula, token, BODY), secrets(formula), NOW))
                  .as("no value is not any value")
                  .isInstanceOf(Verification.Refused.class);
            });
  }
}
