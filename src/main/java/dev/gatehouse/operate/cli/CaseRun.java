package dev.gatehouse.operate.cli;

import dev.gatehouse.config.preset.PresetCatalogue;
import dev.gatehouse.receive.preset.ProviderPreset;
import dev.gatehouse.receive.signature.Verification;
import dev.gatehouse.receive.signature.Verifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs the cases of a file against the preset of its provider. */
final class CaseRun {
  /** How a case compares with the verdict that was recorded. */
  enum Outcome {
    OK("ok"),
    /** The verdict of an edge case is another one: told, not counted. */
    EDGE("differs"),
    DIFFERS("DIFFERS"),
    UNSUPPORTED("unsupported");

    private final String word;

    Outcome(String word) {
      this.word = word;
    }

    boolean fails() {
      return this == DIFFERS || this == UNSUPPORTED;
    }
  }

  /**
   * @param line for people: outcome, class, case, both verdicts, our reason
   */
  record Result(Outcome outcome, String line) {}

  private CaseRun() {}

  static List<Result> run(String file, CaseFile cases, PresetCatalogue presets) {
    Optional<ProviderPreset> preset =
        cases.providers().stream().flatMap(id -> presets.preset(id).stream()).findFirst();
    List<Result> results = new ArrayList<>();
    for (CaseFile.Case each : cases.cases()) {
      results.add(
          preset
              .map(found -> compare(file, each, verifier(found, each)))
              .orElseGet(
                  () -> result(Outcome.UNSUPPORTED, file, each, "there is no such preset yet")));
    }
    return results;
  }

  /** The recorded receiver was not asked for values that the file does not have. */
  private static Verifier verifier(ProviderPreset preset, CaseFile.Case each) {
    return Verifier.of(preset.signature().with(each.values()).withoutOpenValues());
  }

  private static Result compare(String file, CaseFile.Case each, Verifier verifier) {
    Verification verdict = verifier.verify(each.request(), each.secrets(), each.now());
    boolean accepted = verdict instanceof Verification.Verified;
    Outcome outcome =
        accepted == each.accepted() ? Outcome.OK : each.core() ? Outcome.DIFFERS : Outcome.EDGE;
    String ours =
        switch (verdict) {
          case Verification.Verified verified -> "accept (" + verified.secretLabel() + ")";
          case Verification.Refused refused ->
              "reject (" + refused.reason() + ": " + refused.detail() + ")";
        };
    return result(outcome, file, each, ours);
  }

  private static Result result(Outcome outcome, String file, CaseFile.Case each, String ours) {
    return new Result(
        outcome,
        String.format(
            "%-11s  %s  %s/%s  expected %s, got %s",
            outcome.word,
            each.core() ? "core" : "edge",
            file,
            each.name(),
            each.accepted() ? "accept" : "reject",
            ours));
  }
}
