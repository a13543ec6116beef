package dev.gatehouse.config.preset;

import dev.gatehouse.config.yaml.Mistakes;
import dev.gatehouse.config.yaml.Position;
import dev.gatehouse.receive.preset.ProviderPreset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * All presets there are: those that came with the program and those of the operator's own folder,
 * where a file of the same name takes the place of ours when it says {@code replaces: true}.
 */
public final class PresetCatalogue implements Presets {
  private static final BundledPresets OURS = new BundledPresets();
  private static final PresetCatalogue BUNDLED = new PresetCatalogue(Map.of());

  private final Map<String, ProviderPreset> own;

  private PresetCatalogue(Map<String, ProviderPreset> own) {
    this.own = own;
  }

  /** The presets that came with the program. */
  public static PresetCatalogue bundled() {
    return BUNDLED;
  }

  /** The bundled ones and those of a folder; a folder that is not there adds none. */
  public static PresetCatalogue with(Path folder, Mistakes mistakes) {
    if (!Files.isDirectory(folder)) {
      return BUNDLED;
    }
    try {
      return new PresetCatalogue(readFolder(folder, mistakes));
    } catch (IOException e) {
      mistakes.add(new Position(folder.toString(), 1, 1), "", "the folder cannot be read");
      return BUNDLED;
    }
  }

  @Override
  public Optional<ProviderPreset> preset(String id) {
    ProviderPreset preset = own.get(id);
    return preset == null ? OURS.preset(id) : Optional.of(preset);
  }

  @Override
  public Set<String> ids() {
    Set<String> ids = new TreeSet<>(OURS.ids());
    ids.addAll(own.keySet());
    return Collections.unmodifiableSet(ids);
  }

  /** By id, sorted. Reads every one that nobody asked for before. */
  public Map<String, ProviderPreset> all() {
    Map<String, ProviderPreset> all = new TreeMap<>();
    ids().forEach(id -> preset(id).ifPresent(preset -> all.put(id, preset)));
    return Collections.unmodifiableMap(all);
  }

  private static Map<String, ProviderPreset> readFolder(Path folder, Mistakes mistakes)
      throws IOException {
    Map<String, ProviderPreset> presets = new TreeMap<>();
    List<Path> files;
    try (Stream<Path> list = Files.list(folder)) {
      files = list.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
    }
    for (Path file : files) {
      String name = String.valueOf(file.getFileName());
      byte[] bytes = Files.readAllBytes(file);
      // A copy of ours replaces nothing.
      if (!OURS.holds(name, bytes)) {
        PresetReader.read(folder + "/" + name, bytes, OURS, mistakes)
            .ifPresent(preset -> presets.put(preset.id(), preset));
      }
    }
    return presets;
  }
}
