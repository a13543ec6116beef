package dev.gatehouse.operate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.config.preset.PresetCatalogue;
import dev.gatehouse.receive.preset.Confidence;
import dev.gatehouse.receive.preset.ProviderPreset;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Requests recorded with the providers' own packages, judged by our presets. */
class PresetVectorsTest {
  private static final PresetCatalogue PRESETS = PresetCatalogue.bundled();
  private static final List<Recorded> FILES = Recorded.all(PRESETS);

  @TestFactory
  Stream<DynamicTest> everyCoreCaseComesOutAsThePackageSaid() {
    return FILES.stream()
        .map(file -> DynamicTest.dynamicTest(file.file(), () -> assertAgrees(file)));
  }

  private static void assertAgrees(Recorded file) {
    assertThat(file.failed()).as("core cases that differ").isEmpty();
    assertThat(file.different())
        .as("edge cases that differ, with the reason in differences.txt")
        .extracting(Recorded.Difference::reason)
        .allMatch(Optional::isPresent, file.different().toString());
  }

  @Test
  void everyPresetOfConfidenceVectorHasVectors() {
    TreeSet<String> proven = new TreeSet<>();
    FILES.forEach(file -> proven.addAll(file.providers()));

    assertThat(
            PRESETS.all().values().stream()
                .filter(preset -> preset.confidence() == Confidence.VECTOR)
                .map(ProviderPreset::id))
        .isSubsetOf(proven);
  }
}
