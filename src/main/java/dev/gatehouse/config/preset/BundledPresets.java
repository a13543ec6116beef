package dev.gatehouse.config.preset;

import dev.gatehouse.config.yaml.Mistakes;
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
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The presets that came with the program. Each is read when it is first asked for: a gateway uses a
 * few of them, and reading all would be a noticeable part of its start.
 */
final class BundledPresets implements Presets {
  private static final String FOLDER = "/providers";
  private static final String SUFFIX = ".yaml";
  private static final Pattern ID = Pattern.compile("[a-z0-9][a-z0-9_-]*");

  private final Map<String, Optional<ProviderPreset>> read = new ConcurrentHashMap<>();

  /** Listed once, when they are first asked for: they cannot change while the program runs. */
  private static final class Listed {
    static final Set<String> IDS = Collections.unmodifiableSet(list());
  }

  @Override
  public Set<String> ids() {
    return Listed.IDS;
  }

  @Override
  public Optional<ProviderPreset> preset(String id) {
    return read.computeIfAbsent(id, BundledPresets::read);
  }

  /** Whether a file is one of ours, byte for byte: so it is in a checkout of the sources. */
  boolean holds(String file, byte[] bytes) throws IOException {
    return file.endsWith(SUFFIX)
        && Arrays.equals(bytes(file.substring(0, file.length() - SUFFIX.length())), bytes);
  }

  private static Optional<ProviderPreset> read(String id) {
    byte[] bytes;
    try {
      bytes = bytes(id);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the preset " + id, e);
    }
    if (bytes == null) {
      return Optional.empty();
    }
    Mistakes mistakes = new Mistakes();
    Optional<ProviderPreset> preset = PresetReader.read(id + SUFFIX, bytes, Presets.NONE, mistakes);
    if (!mistakes.isEmpty()) {
      throw new IllegalStateException("a bundled preset is broken:\n" + mistakes);
    }
    return preset;
  }

  private static byte @Nullable [] bytes(String id) throws IOException {
    if (!ID.matcher(id).matches()) {
      return null;
    }
    try (InputStream file = BundledPresets.class.getResourceAsStream(FOLDER + "/" + id + SUFFIX)) {
      return file == null ? null : file.readAllBytes();
    }
  }

  private static Set<String> list() {
    URL url = BundledPresets.class.getResource(FOLDER);
    if (url == null) {
      throw new IllegalStateException("the program was built without " + FOLDER);
    }
    try {
      URI uri = url.toURI();
      if (uri.getScheme().equals("jar")) {
        try (FileSystem jar = FileSystems.newFileSystem(uri, Map.of())) {
          return list(jar.getPath(FOLDER));
        }
      }
      return list(Path.of(uri));
    } catch (URISyntaxException e) {
      throw new IllegalStateException("unreadable place of the presets: " + url, e);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list the presets in " + url, e);
    }
  }

  private static Set<String> list(Path folder) throws IOException {
    Set<String> ids = new TreeSet<>();
    try (Stream<Path> files = Files.list(folder)) {
      files
          .map(file -> String.valueOf(file.getFileName()))
          .filter(name -> name.endsWith(SUFFIX))
          .forEach(name -> ids.add(name.substring(0, name.length() - SUFFIX.length())));
    }
    return ids;
  }
}
