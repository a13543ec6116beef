package dev.gatehouse.provider;

import dev.gatehouse.config.preset.PresetCatalogue;
import dev.gatehouse.operate.cli.Recorded;
import dev.gatehouse.receive.preset.Confidence;
import dev.gatehouse.receive.preset.ProviderPreset;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Writes {@code docs/providers.md} from the presets and from what their proofs make of them. */
final class ProvidersPage {
  private static final Path PRESETS = Path.of("config/providers");

  private final List<Recorded> recorded;
  private final Set<String> computed = computed();
  private final PresetCatalogue catalogue;

  ProvidersPage(PresetCatalogue catalogue) {
    this.catalogue = catalogue;
    this.recorded = Recorded.all(catalogue);
  }

  private static Set<String> computed() {
    Set<String> ids = new TreeSet<>(Families.providers());
    ids.addAll(SharedSecretFormulasTest.providers());
    ids.addAll(PublicKeyProvidersTest.providers());
    ids.addAll(PublishedKeyProvidersTest.providers());
    ids.addAll(TokenFormulasTest.providers());
    return ids;
  }

  String text() {
    StringBuilder page = new StringBuilder();
    long low = with(Confidence.RECALLED);
    page.append("# Providers\n\n")
        .append("Made from `config/providers` by `ProvidersPageTest`; do not edit.\n\n")
        .append(
            "%d presets, %d of them of low confidence: %d proven with recorded requests, %d read in the\nprovider's documents or code, %d from general knowledge only (`low`; a source that uses one is warned about).\n\n"
                .formatted(
                    catalogue.all().size(),
                    low,
                    with(Confidence.VECTOR),
                    with(Confidence.READ),
                    low))
        .append(
            "`recorded`: requests signed or checked by the package named as source, as many as a"
                + " gateway should\n"
                + "agree with. `computed`: requests made from the formula by code that shares"
                + " nothing with the verifier.\n\n")
        .append("| id | provider | scheme | what is signed | confidence | proof | source |\n")
        .append("| --- | --- | --- | --- | --- | --- | --- |\n");
    catalogue.all().values().forEach(preset -> page.append(row(preset)));
    page.append("\n## Where Gatehouse decides otherwise than the package\n\n")
        .append("| recorded case | package | why ours stays |\n| --- | --- | --- |\n");
    for (Recorded file : recorded) {
      file.different()
          .forEach(
              each ->
                  page.append(
                      "| %s | %s | %s |\n"
                          .formatted(each.name(), each.theirs(), each.reason().orElse("?"))));
    }
    return page.toString();
  }

  /** How a preset was proven; empty text when it was not. */
  String proof(String id) {
    ProviderPreset preset = catalogue.all().get(id);
    if (preset != null && !preset.signature().needsSecret()) {
      return "nothing to prove";
    }
    int cases =
        recorded.stream()
            .filter(file -> file.providers().contains(id))
            .mapToInt(Recorded::core)
            .sum();
    return cases > 0 ? "recorded " + cases : computed.contains(id) ? "computed" : "";
  }

  private long with(Confidence confidence) {
    return catalogue.all().values().stream()
        .filter(preset -> preset.confidence() == confidence)
        .count();
  }

  private String row(ProviderPreset preset) {
    Map<?, ?> signature = signature(preset.id());
    Object over = signature.get("over");
    String scheme = String.valueOf(signature.get("scheme"));
    Object hash = signature.get("hash");
    return "| %s | %s | %s | %s | %s | %s | %s |\n"
        .formatted(
            preset.id(),
            cell(preset.title()),
            hash == null ? scheme : scheme + " " + hash,
            over == null ? "–" : "`" + cell(String.valueOf(over)) + "`",
            preset.confidence().shown(),
            proof(preset.id()),
            cell(preset.source()));
  }

  private static String cell(String text) {
    return text.replace("|", "\\|").replace("\n", "\\n");
  }

  private static Map<?, ?> signature(String id) {
    try {
      String text = Files.readString(PRESETS.resolve(id + ".yaml"));
      Object root = new Load(LoadSettings.builder().build()).loadFromString(text);
      return root instanceof Map<?, ?> map && map.get("signature") instanceof Map<?, ?> signature
          ? signature
          : Map.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
