package dev.gatehouse.provider;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.config.preset.PresetCatalogue;
import dev.gatehouse.receive.preset.ProviderPreset;
import dev.gatehouse.receive.signature.Verification;
import dev.gatehouse.receive.signature.Verifier;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Requests computed from the facts: the preset takes them, and nothing that was changed in them
 * afterwards. A failure names the seed.
 */
class ComputedRequestsTest {
  private static final PresetCatalogue PRESETS = PresetCatalogue.bundled();
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00.250Z");
  private static final Duration LONG = Duration.ofDays(40);
  private static final int ROUNDS = 12;

  @TestFactory
  Stream<DynamicContainer> everyPresetTakesWhatItsProviderSignsAndNothingElse() {
    return Families.ALL.entrySet().stream()
        .map(
            family ->
                DynamicContainer.dynamicContainer(
                    family.getKey(),
                    Families.facts(family.getKey()).stream()
                        .map(
                            fact ->
                                DynamicTest.dynamicTest(
                                    fact.provider(), () -> check(family.getValue(), fact)))));
  }

  private static void check(Formula formula, Fact fact) {
    ProviderPreset preset = PRESETS.preset(fact.provider()).orElseThrow();
    Verifier verifier = Verifier.of(preset.signature());
    for (int round = 0; round < ROUNDS; round++) {
      long seed = fact.provider().hashCode() * 1000L + round;
      Random random = new Random(seed);
      byte[] body = body(random);
      Signed signed = formula.sign(fact, body, NOW, random);
      assertThat(verdict(verifier, signed))
          .as("seed %d: %s", seed, signed.headers())
          .isInstanceOf(Verification.Verified.class);
      Signed stranger = formula.sign(fact, body, NOW, random);
      for (Mutation mutation : Mutation.all(random, stranger)) {
        assertThat(verdict(verifier, mutation.change().apply(signed)))
            .as("seed %d, %s: %s", seed, mutation.what(), signed.headers())
            .isInstanceOf(Verification.Refused.class);
      }
      if (signed.coversTime()) {
        for (Instant at : List.of(NOW.minus(LONG), NOW.plus(LONG))) {
          assertThat(verdict(verifier, formula.sign(fact, body, at, random)))
              .as("seed %d, signed at %s", seed, at)
              .isInstanceOf(Verification.Refused.class);
        }
      }
    }
  }

  private static Verification verdict(Verifier verifier, Signed signed) {
    return verifier.verify(signed.request(), signed.live(), NOW);
  }

  private static byte[] body(Random random) {
    return ("{\"id\":\"evt_" + random.nextInt(1_000_000) + "\",\"naïve\": [1, 2.50, null] }\n")
        .getBytes(UTF_8);
  }
}
