package dev.gatehouse.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.config.preset.PresetCatalogue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * {@code docs/providers.md} says what the presets are.
 *
 * <p>After changing one: {@code mvn test -Dtest=ProvidersPageTest -Dgatehouse.generate=true}.
 */
class ProvidersPageTest {
  private static final boolean WRITE = Boolean.getBoolean("gatehouse.generate");
  private static final Path PAGE = Path.of("docs/providers.md");
  private final ProvidersPage page = new ProvidersPage(PresetCatalogue.bundled());

  @Test
  void thePageIsCurrent() throws IOException {
    String text = page.text();
    if (WRITE) {
      Files.writeString(PAGE, text);
    }
    assertThat(Files.readString(PAGE)).isEqualTo(text);
  }

  @Test
  void everyPresetIsProvenOneWayOrTheOther() {
    assertThat(PresetCatalogue.bundled().all().keySet())
        .allSatisfy(id -> assertThat(page.proof(id)).as(id).isNotEmpty());
  }
}
