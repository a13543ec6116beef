package dev.gatehouse.config.preset;

import dev.gatehouse.config.yaml.Mistakes;
import dev.gatehouse.config.yaml.Position;
import dev.gatehouse.receive.preset.ProviderPreset;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * All presets there are: those that came with the program and those of the operator's own folder,
 * where a file of the same name takes the place of ours when it says {@code replaces: true}.
 */
public final class PresetCatalogue {
  private static final String BUNDLED = "/providers";

  private final Map<String, ProviderPreset> presets;

  private PresetCatalogue(Map<String, ProviderPreset> presets) {
    this.presets = Collections.unmodifiableMap(presets);
  }

  /** Read once, when they are first asked for: they cannot change while the program runs. */
  private static final class Bundled {
    static final PresetCatalogue CATALOGUE = readAll();
  }

  /** The presets that came with the program. */
  public static PresetCatalogue bundled() {
    return Bundled.CATALOGUE;
  }

  private static PresetCatalogue readAll() {
    Mistakes mistakes = new Mistakes();
    PresetCatalogue catalogue = new PresetCatalogue(readBundled(mistakes));
    if (!mistakes.isEmpty()) {
      throw new IllegalStateException("a bundled preset is broken:\n" + mistakes);
    }
    return catalogue;
  }

  /** The bundled ones and those of a folder; a folder that is not there adds none. */
  public static PresetCatalogue with(Path folder, Mistakes mistakes) {
    Map<String, ProviderPreset> presets = new TreeMap<>(bundled().presets);
    if (Files.isDirectory(folder)) {
      try {
        presets.putAll(readFolder(folder, folder.toString() + "/", bundled().presets, mistakes));
      } catch (IOException e) {
        mistakes.add(new Position(folder.toString(), 1, 1), "", "the folder cannot be read");
      }
    }
    return new PresetCatalogue(presets);
  }

  public Optional<ProviderPreset> preset(String id) {
    return Optional.ofNullable(presets.get(id));
  }

  /** By id, sorted. */
  public Map<String, ProviderPreset> all() {
    return presets;
  }

  private static Map<String, ProviderPreset> readBundled(Mistakes mistakes) {
    URL url = PresetCatalogue.class.getResource(BUNDLED);
    if (url == null) {
      throw new IllegalStateException("the program was built without " + BUNDLED);
    }
    try {
      URI uri = url.toURI();
      if (uri.getScheme().equals("jar")) {
        try (FileSystem jar = FileSystems.newFileSystem(uri, Map.of())) {
          return readFolder(jar.getPath(BUNDLED), "", Map.of(), mistakes);
        }
      }
      return readFolder(Path.of(uri), "", Map.of(), mistakes);
    } catch (URISyntaxException e) {
      throw new IllegalStateException("unreadable place of the presets: " + url, e);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the presets in " + url, e);
    }
  }

  private static Map<String, ProviderPreset> readFolder(
      Path folder, String shown, Map<String, ProviderPreset> ours, Mistakes mistakes)
      throws IOException {
    Map<String, ProviderPreset> presets = new TreeMap<>();
    List<Path> files;
    try (Stream<Path> list = Files.list(folder)) {
      files = list.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
    }
    for (Path file : files) {
      String name = String.valueOf(file.getFileName());
      byte[] bytes = Files.readAllBytes(file);
      if (!ours.isEmpty() && isBundled(name, bytes)) {
        continue;
      }
      PresetReader.read(shown + name, bytes, ours, mistakes)
          .ifPresent(preset -> presets.put(preset.id(), preset));
    }
    return presets;
  }

  /** A copy of ours, byte for byte, replaces nothing: so it is in a checkout of the sources. */
  private static boolean isBundled(String name, byte[] bytes) throws IOException {
    try (InputStream ours = PresetCatalogue.class.getResourceAsStream(BUNDLED + "/" + name)) {
      return ours != null && Arrays.equals(ours.readAllBytes(), bytes);
    }
  }
}
