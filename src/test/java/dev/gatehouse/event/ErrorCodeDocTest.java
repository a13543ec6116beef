package dev.gatehouse.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ErrorCodeDocTest {
  private static final Pattern ROW = Pattern.compile("\\| `([A-Z_]+)` \\| ([a-z]+) \\|.*");

  @Test
  void thePageListsEveryCodeWithItsCategoryInOrderAndNoOther() throws IOException {
    List<String> page =
        Files.readAllLines(Path.of("docs/error-codes.md")).stream()
            .map(ROW::matcher)
            .filter(Matcher::matches)
            .map(row -> row.group(1) + " " + row.group(2))
            .toList();

    assertThat(page)
        .isEqualTo(
            Arrays.stream(ErrorCode.values())
                .map(code -> code + " " + code.category().name().toLowerCase(Locale.ROOT))
                .toList());
  }
}
