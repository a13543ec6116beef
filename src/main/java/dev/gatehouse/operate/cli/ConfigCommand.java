package dev.gatehouse.operate.cli;

import dev.gatehouse.config.Settings;
import dev.gatehouse.config.SettingsFile;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** {@code gatehouse config}: looks at a configuration without starting anything. */
@Command(
    name = "config",
    mixinStandardHelpOptions = true,
    description = "Check a configuration, show what is in force, print a schema for editors.")
public final class ConfigCommand implements Runnable {
  private static final int OK = 0;
  private static final int BAD = 2;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        Objects.requireNonNull(spec).commandLine(), "check, show or schema is expected");
  }

  @Command(
      name = "check",
      mixinStandardHelpOptions = true,
      description = "Print every mistake of a file; exit 2 when there is one.")
  int check(
      @Parameters(
              paramLabel = "FILE",
              arity = "0..1",
              description = "default: config/gatehouse.yaml")
          @Nullable Path file) {
    Path path = file == null ? SettingsFile.DEFAULT_PATH : file;
    return switch (SettingsFile.check(path)) {
      case SettingsFile.Loaded.Good good -> {
        summary(path, good.settings());
        yield OK;
      }
      case SettingsFile.Loaded.Bad bad -> bad(bad);
    };
  }

  @Command(
      name = "show",
      mixinStandardHelpOptions = true,
      description =
          "Print the settings in force, defaults filled in; secrets are *** or references.")
  int show(
      @Option(
              names = "--config",
              paramLabel = "FILE",
              description = "default: config/gatehouse.yaml")
          @Nullable Path file) {
    return switch (SettingsFile.check(file == null ? SettingsFile.DEFAULT_PATH : file)) {
      case SettingsFile.Loaded.Good good -> {
        out().print(good.settings().shown());
        out().flush();
        yield OK;
      }
      case SettingsFile.Loaded.Bad bad -> bad(bad);
    };
  }

  @Command(
      name = "schema",
      mixinStandardHelpOptions = true,
      description = "Print a JSON Schema (2020-12) of the file, for editors.")
  int schema() {
    out()
        .println(
            JsonMapper.builder()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .build()
                .writeValueAsString(SettingsFile.schema()));
    out().flush();
    return OK;
  }

  private void summary(Path path, Settings settings) {
    settings.warnings().forEach(warning -> out().println("warning: " + warning));
    out()
        .printf(
            "%s: fine; %s, %s, %s, %s%n",
            path,
            count(settings.sources().size(), "source"),
            count(settings.machines().all().size(), "machine"),
            count(settings.destinations().size(), "destination"),
            count(settings.router().routes().size(), "route"));
    out().flush();
  }

  private static String count(int number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }

  private int bad(SettingsFile.Loaded.Bad bad) {
    PrintWriter err = Objects.requireNonNull(spec).commandLine().getErr();
    bad.mistakes().forEach(err::println);
    err.println("gatehouse: " + count(bad.mistakes().size(), "mistake"));
    err.flush();
    return BAD;
  }

  private PrintWriter out() {
    return Objects.requireNonNull(spec).commandLine().getOut();
  }
}
