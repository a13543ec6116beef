package dev.gatehouse.operate.cli;

import dev.gatehouse.config.preset.PresetCatalogue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One file of recorded requests, run against our presets.
 *
 * @param providers the ids the file speaks of
 * @param core how many of its cases a gateway should agree with
 * @param failed core cases where we do not
 * @param different edge cases where we decide otherwise
 */
public record Recorded(
    String file, Set<String> providers, int core, List<String> failed, List<Difference> different) {
  private static final Path FOLDER = Path.of("src/test/resources/vectors");

  /**
   * An edge case where we decide otherwise.
   *
   * @param name the file and the case
   * @param theirs the verdict of the package: accept or reject
   * @param reason why ours stays; empty when nobody wrote one down
   */
  public record Difference(String name, String theirs, Optional<String> reason) {}

  private record Reason(Pattern cases, String text) {}

  /** Runs every file of the test resources. */
  public static List<Recorded> all(PresetCatalogue presets) {
    try (Stream<Path> list = Files.list(FOLDER)) {
      List<Reason> reasons = reasons();
      return list.filter(file -> file.toString().endsWith(".json"))
          .sorted()
          .map(file -> run(file, presets, reasons))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Recorded run(Path path, PresetCatalogue presets, List<Reason> reasons) {
    String file = String.valueOf(path.getFileName());
    CaseFile cases;
    try {
      cases = CaseFile.parse(Files.readAllBytes(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<CaseRun.Result> results = CaseRun.run(file, cases, presets);
    return new Recorded(
        file,
        cases.providers(),
        (int) cases.cases().stream().filter(CaseFile.Case::core).count(),
        results.stream()
            .filter(result -> result.outcome().fails())
            .map(CaseRun.Result::line)
            .toList(),
        results.stream()
            .filter(result -> result.outcome() == CaseRun.Outcome.EDGE)
            .map(result -> difference(result.line(), reasons))
            .toList());
  }

  private static Difference difference(String line, List<Reason> reasons) {
    String[] words = line.split(" {2}");
    String name = Stream.of(words).filter(word -> word.contains(".json/")).findFirst().orElse(line);
    String theirs = line.replaceFirst(".*  expected (accept|reject).*", "$1");
    return new Difference(
        name,
        theirs,
        reasons.stream()
            .filter(reason -> reason.cases.matcher(name).matches())
            .map(Reason::text)
            .findFirst());
  }

  private static List<Reason> reasons() throws IOException {
    return Files.readAllLines(FOLDER.resolve("differences.txt")).stream()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .map(line -> line.split(" {2,}", 2))
        .map(parts -> new Reason(Pattern.compile(parts[0]), parts[1]))
        .toList();
  }
}
