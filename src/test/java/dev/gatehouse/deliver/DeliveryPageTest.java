package dev.gatehouse.deliver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What docs/delivery.md names as proof is there, and every line names some. */
class DeliveryPageTest {
  private static final Pattern NAMED =
      Pattern.compile("`([A-Z][A-Za-z0-9]*Test)\\.([a-zA-Z0-9]+)`");

  @Test
  void everyTestTheTablesNameIsThereAndEveryRowNamesOne() throws IOException {
    Map<String, String> sources = new HashMap<>();
    try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
      for (Path each : files.filter(file -> file.toString().endsWith("Test.java")).toList()) {
        String name = Objects.requireNonNull(each.getFileName()).toString();
        sources.put(name.substring(0, name.length() - ".java".length()), Files.readString(each));
      }
    }
    List<String> missing = new ArrayList<>();
    List<String> bare = new ArrayList<>();
    int rows = 0;
    for (String row : proofs()) {
      rows++;
      Matcher named = NAMED.matcher(row);
      boolean some = false;
      while (named.find()) {
        some = true;
        String source = sources.getOrDefault(named.group(1), "");
        if (!source.contains(" void " + named.group(2) + "(")) {
          missing.add(named.group());
        }
      }
      if (!some) {
        bare.add(row);
      }
    }
    assertThat(missing).isEmpty();
    assertThat(bare).isEmpty();
    assertThat(rows).isGreaterThan(40);
  }

  /** The rows of the last two tables. */
  private static List<String> proofs() throws IOException {
    String page = Files.readString(Path.of("docs/delivery.md"));
    return page.substring(page.indexOf("## What is promised"))
        .lines()
        .filter(line -> line.startsWith("| ") && !line.startsWith("| ---"))
        .filter(line -> !line.startsWith("| promise |") && !line.startsWith("| hazard |"))
        .toList();
  }
}
