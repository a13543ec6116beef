package dev.gatehouse.operate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.config.preset.PresetCatalogue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Requests recorded with the providers' own packages, judged by our presets. */
class PresetVectorsTest {
  private static final Path VECTORS = Path.of("src/test/resources/vectors");
  private static final PresetCatalogue PRESETS = PresetCatalogue.bundled();

  @TestFactory
  Stream<DynamicTest> everyCoreCaseComesOutAsThePackageSaid() throws IOException {
    return files().stream()
        .map(file -> DynamicTest.dynamicTest(String.valueOf(file.getFileName()), () -> run(file)));
  }

  private static void run(Path file) throws IOException {
    List<CaseRun.Result> results =
        CaseRun.run(
            String.valueOf(file.getFileName()), CaseFile.parse(Files.readAllBytes(file)), PRESETS);
    assertThat(results.stream().filter(result -> result.outcome().fails()))
        .as("core cases that differ")
        .isEmpty();
    // Where the chosen rule is another one, on purpose: the clock counts both ways, the case of hex
    // digits does not count, and only what is signed is asked for.
    assertThat(
            results.stream()
                .filter(result -> result.outcome() == CaseRun.Outcome.EDGE)
                .map(CaseRun.Result::line))
        .allMatch(
            line ->
                line.matches(
                    ".*/(uppercase_hex_signature|(future|(very_)?stale)_timestamp|missing_x-shopify-.*)"
                        + "  .*"));
  }

  @Test
  void everyPresetOfConfidenceVectorHasVectors() throws IOException {
    TreeSet<String> proven = new TreeSet<>();
    for (Path file : files()) {
      proven.addAll(CaseFile.parse(Files.readAllBytes(file)).providers());
    }
    assertThat(proven).containsAll(PRESETS.all().keySet());
  }

  private static List<Path> files() throws IOException {
    try (Stream<Path> list = Files.list(VECTORS)) {
      return list.filter(file -> file.toString().endsWith(".json")).sorted().toList();
    }
  }
}
