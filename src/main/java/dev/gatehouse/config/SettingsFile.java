package dev.gatehouse.config;

import dev.gatehouse.config.preset.PresetCatalogue;
import dev.gatehouse.config.yaml.JsonSchema;
import dev.gatehouse.config.yaml.Mistake;
import dev.gatehouse.config.yaml.Mistakes;
import dev.gatehouse.config.yaml.Node;
import dev.gatehouse.config.yaml.Position;
import dev.gatehouse.config.yaml.References;
import dev.gatehouse.config.yaml.YamlFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Loads one configuration file: settings, or every mistake there is. */
public final class SettingsFile {
  /** Where the configuration is looked for when nobody says otherwise. */
  public static final Path DEFAULT_PATH = Path.of("config", "gatehouse.yaml");

  /** Presets of the operator's own lie in a folder of this name beside the file. */
  static final String PRESETS = "providers";

  private SettingsFile() {}

  /** What loading came to. */
  public sealed interface Loaded {
    /** Settings that can be used. */
    record Good(Settings settings) implements Loaded {}

    /** Everything that is wrong, in the order of the file; nothing may start. */
    record Bad(List<Mistake> mistakes) implements Loaded {
      public Bad {
        mistakes = List.copyOf(mistakes);
      }
    }
  }

  /** Loads a file to run it, with the environment of this process. */
  public static Loaded load(Path file) {
    return load(file, SettingsFile::variable, false);
  }

  /**
   * Looks at a file, with the environment of this process. As {@link #load(Path)}, but the
   * placeholders of the example are only warned of.
   */
  public static Loaded check(Path file) {
    return load(file, SettingsFile::variable, true);
  }

  private static @Nullable String variable(@Nullable String name) {
    return name == null ? null : System.getenv(name);
  }

  /**
   * Loads a file.
   *
   * @param environment what {@code ${env:…}} refers to
   * @param lenient true to look at it, false to run it
   */
  public static Loaded load(
      Path file, UnaryOperator<@Nullable String> environment, boolean lenient) {
    Mistakes mistakes = new Mistakes();
    Path folder = Optional.ofNullable(file.toAbsolutePath().getParent()).orElse(Path.of("/"));
    byte[] bytes;
    try (var in = Files.newInputStream(file)) {
      bytes = in.readNBytes(YamlFile.MAX_BYTES + 1);
    } catch (NoSuchFileException absent) {
      return unreadable(file, "the file does not exist; gatehouse init writes a first one");
    } catch (IOException e) {
      return unreadable(file, "the file cannot be read");
    }
    return read(
        file.toString(),
        bytes,
        References.of(environment, folder),
        PresetCatalogue.with(folder.resolve(PRESETS), mistakes),
        Notes.of(lenient),
        mistakes);
  }

  /**
   * Reads a text that is no file, for tests and samples.
   *
   * @param folder where relative paths start and presets of one's own may lie
   */
  public static Loaded read(
      String name, String text, Path folder, UnaryOperator<@Nullable String> environment) {
    Mistakes mistakes = new Mistakes();
    return read(
        name,
        text.getBytes(StandardCharsets.UTF_8),
        References.of(environment, folder),
        PresetCatalogue.with(folder.resolve(PRESETS), mistakes),
        Notes.of(false),
        mistakes);
  }

  /** A JSON Schema of the file, for editors. */
  public static Map<String, Object> schema() {
    return JsonSchema.of("Gatehouse configuration", SettingsReader.SHAPE);
  }

  private static Loaded read(
      String name,
      byte[] bytes,
      References references,
      PresetCatalogue presets,
      Notes notes,
      Mistakes mistakes) {
    Node root = YamlFile.read(name, bytes, references, mistakes);
    Optional<Settings> settings = new SettingsReader(root, presets, notes).read();
    return mistakes.isEmpty() && settings.isPresent()
        ? new Loaded.Good(settings.get())
        : new Loaded.Bad(mistakes.all());
  }

  private static Loaded unreadable(Path file, String message) {
    return new Loaded.Bad(List.of(new Mistake(new Position(file.toString(), 1, 1), "", message)));
  }
}
