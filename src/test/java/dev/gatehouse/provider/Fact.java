package dev.gatehouse.provider;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * What is known of how one provider signs, as named texts; a line of {@code
 * src/test/resources/provider-facts/FAMILY.yaml}.
 *
 * @param provider the id of the preset
 */
public record Fact(String provider, Map<String, String> texts) {
  private static final Path FOLDER = Path.of("src/test/resources/provider-facts");

  public Fact {
    texts = Map.copyOf(texts);
  }

  /** A text that must be there. */
  public String text(String name) {
    return find(name).orElseThrow(() -> new IllegalStateException(provider + " has no " + name));
  }

  public Optional<String> find(String name) {
    return Optional.ofNullable(texts.get(name));
  }

  /** The facts of a family, in the order of the file. */
  static List<Fact> read(String family) {
    try {
      String text = Files.readString(FOLDER.resolve(family + ".yaml"));
      Object root = new Load(LoadSettings.builder().build()).loadFromString(text);
      List<Fact> facts = new ArrayList<>();
      if (root instanceof Map<?, ?> all) {
        all.forEach((id, fact) -> facts.add(new Fact(String.valueOf(id), texts(fact))));
      }
      return facts;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, String> texts(Object fact) {
    Map<String, String> texts = new LinkedHashMap<>();
    ((Map<?, ?>) fact)
        .forEach((name, text) -> texts.put(String.valueOf(name), String.valueOf(text)));
    return texts;
  }
}
