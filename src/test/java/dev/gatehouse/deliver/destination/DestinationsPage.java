package dev.gatehouse.deliver.destination;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The examples of docs/destinations.md, as they stand there. */
final class DestinationsPage {
  private DestinationsPage() {}

  /** All blocks of a language, in the order of the page. */
  static List<String> examples(String language) {
    try {
      List<String> blocks =
          Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
              .matcher(Files.readString(Path.of("docs/destinations.md")))
              .results()
              .map((MatchResult each) -> each.group(1))
              .toList();
      assertThat(blocks).as("examples in %s", language).isNotEmpty();
      return blocks;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
