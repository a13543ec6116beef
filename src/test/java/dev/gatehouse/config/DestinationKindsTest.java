package dev.gatehouse.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.config.yaml.Mistake;
import dev.gatehouse.deliver.KafkaTarget;
import dev.gatehouse.deliver.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The kinds of destination in the configuration; the examples are those of the documentation. */
class DestinationKindsTest {
  private static final String SOURCE =
      """
      sources:
        shop: { provider: shopify, secrets: ["source-secret-0123456789"] }
      """;

  private static SettingsFile.Loaded load(String destinations) {
    return SettingsFile.read("c.yaml", SOURCE + destinations, Path.of("."), name -> "login-0123");
  }

  private static List<Target> targets(String destinations) {
    assertThat(load(destinations)).isInstanceOf(SettingsFile.Loaded.Good.class);
    return ((SettingsFile.Loaded.Good) load(destinations))
        .settings().destinations().values().stream().map(each -> each.target()).toList();
  }

  private static String mistakes(String destinations) {
    return ((SettingsFile.Loaded.Bad) load(destinations))
        .mistakes().stream().map(Mistake::toString).collect(Collectors.joining("\n"));
  }

  @Test
  void theExamplesOfTheDocumentationAreRight() throws Exception {
    List<String> examples =
        Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(Path.of("docs/destinations.md")))
            .results()
            .map(each -> each.group(1))
            .filter(each -> each.startsWith("destinations:"))
            .toList();

    assertThat(examples.stream().map(each -> targets(each).getFirst().kind()))
        .containsExactly("postgres", "kafka", "handler", "lines");
    KafkaTarget kafka = (KafkaTarget) targets(examples.get(1)).getFirst();
    assertThat(kafka.properties())
        .containsOnlyKeys("security.protocol", "sasl.mechanism", "sasl.jaas.config");
    assertThat(kafka.timeout()).isEqualTo(Duration.ofSeconds(10));
    for (String each : examples) {
      SettingsFile.Loaded.Good good = (SettingsFile.Loaded.Good) load(each);
      assertThat(good.settings().shown()).doesNotContain("login-0123");
    }
  }

  @Test
  void whatIsWrongWithADestinationIsSaidByItsPlace() {
    assertThat(
            mistakes(
                    """
                    destinations:
                      a: { postgres: { url: "mysql://u:secret-text@h/d", table: "x; drop table y" } }
                      b: { kafka: { bootstrap: "no-port", topic: "a b", properties: { acks: "0" } } }
                      c: { handler: { folder: plugins }, signing_secret: "a-secret-of-ours-0123" }
                      d: { lines: "-", timeout: 5s }
                      e: { postgres: { url: "postgresql://h/d" }, url: "https://example.com" }
                      f: { kafka: { bootstrap: "h:1", topic: t }, allow_private: true, timeout: 1s }
                    """)
                .lines()
                .map(each -> each.replaceFirst("c.yaml:\\d+:\\d+: destinations\\.", "")))
        .anyMatch(each -> each.startsWith("a.postgres.url: expected jdbc:postgresql://"))
        .anyMatch(each -> each.startsWith("a.postgres.table: expected a table's name"))
        .anyMatch(each -> each.startsWith("b: ") && each.endsWith("expected allow_private: true"))
        .anyMatch(each -> each.startsWith("b.kafka.bootstrap: expected host:port"))
        .anyMatch(each -> each.startsWith("b.kafka.topic: expected a topic's name"))
        .anyMatch(each -> each.startsWith("b.kafka.properties.acks: expected security.protocol"))
        .anyMatch(each -> each.startsWith("c.handler.name: is missing"))
        .anyMatch(each -> each.startsWith("c.signing_secret: has a meaning only with url"))
        .anyMatch(each -> each.startsWith("d.timeout: has no meaning for a file"))
        .anyMatch(each -> each.startsWith("e: expected one of url, lines"))
        .anyMatch(each -> each.startsWith("f.timeout: expected a duration from 2s"))
        .noneMatch(each -> each.contains("secret-text"));
  }
}
