package dev.gatehouse.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.config.preset.PresetReader;
import dev.gatehouse.config.yaml.Mistakes;
import dev.gatehouse.config.yaml.References;
import dev.gatehouse.config.yaml.YamlFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The schema of preset files is that of their reader, and every preset fits it.
 *
 * <p>After changing the language: {@code mvn test -Dtest=PresetSchemaTest
 * -Dgatehouse.generate=true}.
 */
class PresetSchemaTest {
  private static final boolean WRITE = Boolean.getBoolean("gatehouse.generate");
  private static final Path FILE = Path.of("config/providers.schema.json");
  private final Map<String, Object> schema = PresetReader.schema();

  @Test
  void theShippedSchemaIsCurrent() throws IOException {
    String text =
        JsonMapper.builder()
                .enable(SerializationFeature.INDENT_OUTPUT)
                // Some of its maps have no order of their own.
                .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
                .build()
                .writeValueAsString(schema)
            + "\n";
    if (WRITE) {
      Files.writeString(FILE, text);
    }
    assertThat(Files.readString(FILE)).isEqualTo(text);
  }

  @Test
  void everyPresetFitsTheSchema() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("config/providers"))) {
      for (Path file : files.toList()) {
        assertThat(misfits(Files.readString(file))).as(file.toString()).isEmpty();
      }
    }
  }

  @Test
  void aPresetWithAnUnknownKeyOrWithoutAnIdDoesNotFit() {
    assertThat(misfits("title: A\nsignatur: {}\n")).contains("signatur: unknown", ": no id");
  }

  private List<String> misfits(String yaml) {
    List<String> misfits = new ArrayList<>();
    SchemaTest.fits(
        YamlFile.read("preset", yaml.getBytes(UTF_8), References.none(), new Mistakes()),
        schema,
        misfits);
    return misfits;
  }
}
