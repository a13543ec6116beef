package dev.gatehouse.operate.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which gateway, as whom, and how to print: shared by all commands that ask the admin API. */
final class AdminOptions {
  private static final String DEFAULT_URL = "http://127.0.0.1:8081";
  private static final Path DEFAULT_TOKEN = Path.of("data", "admin-token");

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "the admin port; else GATEHOUSE_URL, else " + DEFAULT_URL)
  private @Nullable String url;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description = "a file with the token; else GATEHOUSE_TOKEN, else data/admin-token")
  private @Nullable Path tokenFile;

  @Option(names = "--json", description = "print JSON, as the API gave it")
  private boolean json;

  /** Stands for the environment in tests. */
  private Map<String, String> environment = System.getenv();

  void environment(Map<String, String> other) {
    this.environment = other;
  }

  boolean json() {
    return json;
  }

  AdminClient client() {
    String set = environment.getOrDefault("GATEHOUSE_URL", "");
    String base = url != null ? url : set.isBlank() ? DEFAULT_URL : set;
    return new AdminClient(base, token());
  }

  private String token() {
    String set = environment.getOrDefault("GATEHOUSE_TOKEN", "");
    if (tokenFile == null && !set.isBlank()) {
      return set.strip();
    }
    Path file = tokenFile == null ? DEFAULT_TOKEN : tokenFile;
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new CliFailure(
          CliFailure.USAGE,
          tokenFile == null
              ? "no token: set GATEHOUSE_TOKEN, name a --token-file, or run where " + file + " is"
              : "cannot read " + file);
    }
  }
}
