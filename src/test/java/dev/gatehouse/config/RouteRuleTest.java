package dev.gatehouse.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.config.yaml.Mistake;
import dev.gatehouse.deliver.DestinationSettings;
import dev.gatehouse.deliver.Form;
import dev.gatehouse.deliver.Target;
import dev.gatehouse.event.DestinationName;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** {@code payload} and {@code headers} of routes. */
class RouteRuleTest {
  private static final String REST =
      """
      sources:
        shop: { provider: shopify, secrets: ["source-secret-0123456789"] }
      destinations:
        a: { url: "https://example.com/a", headers: { X-Ours: one, X-Gone: two }, forward_headers: [X-Trace, X-Noise] }
        b: { url: "https://example.com/b" }
        c: { lines: "-" }
      """;

  private static SettingsFile.Loaded load(String routes) {
    return SettingsFile.read("c.yaml", REST + routes, Path.of("."), name -> null);
  }

  private static DestinationSettings destination(String name, String routes) {
    assertThat(load(routes)).isInstanceOf(SettingsFile.Loaded.Good.class);
    return ((SettingsFile.Loaded.Good) load(routes))
        .settings()
        .destinations()
        .get(new DestinationName(name));
  }

  private static String mistakes(String routes) {
    return ((SettingsFile.Loaded.Bad) load(routes))
        .mistakes().stream().map(Mistake::toString).collect(Collectors.joining("\n"));
  }

  @Test
  void aDestinationGetsEventsInTheFormItsRoutesAskFor() {
    String routes =
        """
        routes:
          - { to: a, payload: cloudevent }
          - { to: [b, c], payload: { jsonata: "{ 'n': id }", limit: 50ms, max_size: 2KiB } }
        """;
    Form program = new Form.Jsonata("{ 'n': id }", Duration.ofMillis(50), 2048);

    assertThat(destination("a", routes).form()).isEqualTo(new Form.CloudEvent());
    assertThat(destination("b", routes).form()).isEqualTo(program);
    assertThat(destination("c", routes).form()).isEqualTo(program);
    assertThat(destination("b", "routes:\n  - { to: [a, b, c] }\n").form())
        .isEqualTo(Form.AS_RECEIVED);
  }

  @Test
  void theExampleOfTheDocumentationIsRight() throws Exception {
    String page = Files.readString(Path.of("docs/destinations.md"));
    int start = page.indexOf("```yaml\nroutes:") + "```yaml\n".length();
    String routes = page.substring(start, page.indexOf("```", start)).replace("erp", "shop");

    assertThat(destination("a", routes).form()).isEqualTo(new Form.CloudEvent());
    assertThat(destination("b", routes).form()).isInstanceOf(Form.Jsonata.class);
  }

  @Test
  void headersAreSetCopiedAndRemoved() {
    String routes =
        """
        routes:
          - { to: a, headers: { set: { x-ours: other, X-New: "1" }, copy: [X-Request-Id], remove: [X-GONE, X-Noise] } }
        """;

    Target.Http http = (Target.Http) destination("a", routes).target();

    assertThat(http.headers().entrySet())
        .extracting(each -> each.getKey() + "=" + each.getValue().value())
        .containsExactlyInAnyOrder("x-ours=other", "X-New=1");
    assertThat(http.forward()).containsExactlyInAnyOrder("X-Trace", "x-request-id");
  }

  @Test
  void whatIsOursOrProvesSomebodyIsRefused() {
    assertThat(
            mistakes(
                """
                routes:
                  - { to: a, headers: { set: { Connection: close }, copy: [X-Hub-Signature-256, Cookie, Te], remove: [webhook-signature] } }
                """))
        .contains("headers.set.Connection: the header connection is set by Gatehouse itself")
        .contains("headers.copy[0]: the header x-hub-signature-256 proves who sent the request")
        .contains("headers.copy[1]: the header cookie proves who sent the request")
        .contains("headers.copy[2]: the header te is set by Gatehouse itself")
        .contains("headers.remove[0]: the header webhook-signature is set by Gatehouse itself");
  }

  @Test
  void whatCannotBeMeantIsSaid() {
    assertThat(
            mistakes(
                """
                routes:
                  - { to: [a, b], payload: cloudevent }
                  - { to: b, types: ["x.*"] }
                """))
        .contains("routes[1]: payload and headers differ from those of another route to b");
    assertThat(mistakes("routes:\n  - { to: c, headers: { set: { X-A: b } } }\n"))
        .contains("routes[0].headers: have a meaning only for a url; c has none");
    assertThat(mistakes("routes:\n  - { to: a, payload: { jsonata: \"{ 'a': \" } }\n"))
        .contains("routes[0].payload.jsonata: not a JSONata program");
    assertThat(mistakes("routes:\n  - { to: a, payload: xml }\n")).contains("routes[0].payload: ");
    assertThat(mistakes("routes:\n  - { to: a, payload: { jsonata: a, limit: 1h } }\n"))
        .contains("routes[0].payload.limit: expected a duration from 1ms to 10s");
  }
}
