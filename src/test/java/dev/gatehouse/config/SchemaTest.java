package dev.gatehouse.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.config.yaml.Mistakes;
import dev.gatehouse.config.yaml.Node;
import dev.gatehouse.config.yaml.References;
import dev.gatehouse.config.yaml.YamlFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The schema and the reader come from one table; here the schema is held against real files. */
class SchemaTest {
  private final Map<String, Object> schema = SettingsFile.schema();

  @Test
  void theExampleFitsTheSchema() throws Exception {
    Mistakes mistakes = new Mistakes();
    Node root =
        YamlFile.read(
            "example",
            Files.readAllBytes(Path.of("config/gatehouse.yaml")),
            References.of(name -> null, Path.of("config")),
            mistakes);
    List<String> misfits = new ArrayList<>();
    fits(root, schema, misfits);

    assertThat(mistakes.all()).isEmpty();
    assertThat(misfits).isEmpty();
  }

  @Test
  void whatTheSchemaDoesNotKnowDoesNotFit() {
    Node root =
        YamlFile.read(
            "bad",
            "server: { prot: 1, port: many }\nroutes: {}\n"
                .getBytes(java.nio.charset.StandardCharsets.UTF_8),
            References.none(),
            new Mistakes());
    List<String> misfits = new ArrayList<>();
    fits(root, schema, misfits);

    assertThat(misfits)
        .containsExactly(
            ": no sources", "server.prot: unknown", "server.port: anyOf", "routes: type");
  }

  /** As much of JSON Schema as ours uses. */
  @SuppressWarnings("unchecked")
  static void fits(Node node, Map<String, Object> schema, List<String> misfits) {
    if (schema.get("anyOf") instanceof List<?> choices) {
      boolean any =
          choices.stream()
              .anyMatch(
                  choice -> {
                    List<String> inner = new ArrayList<>();
                    fits(node, (Map<String, Object>) choice, inner);
                    return inner.isEmpty();
                  });
      if (!any) {
        misfits.add(node.path() + ": anyOf");
      }
      return;
    }
    String raw = node.raw().orElse("");
    if (schema.get("enum") instanceof List<?> choices && !choices.contains(raw)) {
      misfits.add(node.path() + ": enum");
    }
    if (schema.get("pattern") instanceof String pattern
        && !raw.matches("(?s).*(" + pattern + ").*")) {
      misfits.add(node.path() + ": pattern");
    }
    if (!(schema.get("type") instanceof String type)) {
      return;
    }
    boolean right =
        switch (type) {
          case "object" -> node.isMap();
          case "array" -> node.isList();
          case "integer" -> raw.matches("-?[0-9]+");
          case "number" -> raw.matches("-?[0-9.]+");
          case "boolean" -> raw.matches("true|false");
          default -> node.isScalar();
        };
    if (!right) {
      misfits.add(node.path() + ": type");
      return;
    }
    if (node.isList()) {
      node.items().forEach(each -> fits(each, (Map<String, Object>) schema.get("items"), misfits));
    }
    if (node.isMap()) {
      object(node, schema, misfits);
    }
  }

  @SuppressWarnings("unchecked")
  private static void object(Node node, Map<String, Object> schema, List<String> misfits) {
    Map<String, Object> properties =
        (Map<String, Object>) schema.getOrDefault("properties", Map.of());
    for (Object required : (List<Object>) schema.getOrDefault("required", List.of())) {
      if (!node.entries().containsKey(required.toString())) {
        misfits.add(node.path() + ": no " + required);
      }
    }
    node.entries()
        .forEach(
            (key, value) -> {
              Object own = properties.getOrDefault(key, schema.get("additionalProperties"));
              if (own instanceof Map<?, ?> map) {
                fits(value, (Map<String, Object>) map, misfits);
              } else if (!Boolean.TRUE.equals(own)) {
                misfits.add(value.path() + ": unknown");
              }
            });
  }
}
