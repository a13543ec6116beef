package dev.gatehouse.operate.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class OpenApiTest {
  private static AdminPort port;
  private static JsonNode document;

  @BeforeAll
  static void open() throws IOException {
    port = new AdminPort();
    try (InputStream in = OpenApiTest.class.getResourceAsStream(SystemRoutes.OPENAPI)) {
      document = Json.MAPPER.readTree(in.readAllBytes());
    }
  }

  @AfterAll
  static void close() {
    port.close();
  }

  @Test
  void everyRouteIsDescribedAndNothingElse() {
    Set<String> described = new TreeSet<>();
    JsonNode paths = document.get("paths");
    for (String path : paths.propertyNames()) {
      for (String method : paths.get(path).propertyNames()) {
        described.add(method.toUpperCase(Locale.ROOT) + " " + path);
      }
    }
    Set<String> served = new TreeSet<>();
    port.server.routes().forEach(route -> served.add(route.method() + " " + route.openApiPath()));

    assertThat(described).isEqualTo(served);
  }

  @Test
  void parametersAndPermissionsAreDescribedAsTheyAre() {
    for (Route route : port.server.routes()) {
      JsonNode operation =
          document
              .get("paths")
              .get(route.openApiPath())
              .get(route.method().toLowerCase(Locale.ROOT));
      Set<String> query = new TreeSet<>();
      if (operation.has("parameters")) {
        for (JsonNode each : operation.get("parameters")) {
          if (each.get("in").stringValue().equals("query")) {
            query.add(each.get("name").stringValue());
          }
        }
      }
      assertThat(query).as(route.path()).isEqualTo(new TreeSet<>(route.query()));
      String permission =
          route.permission() == null ? null : route.permission().name().toLowerCase(Locale.ROOT);
      assertThat(operation.has("x-permission") ? operation.get("x-permission").stringValue() : null)
          .as(route.path())
          .isEqualTo(permission);
      assertThat(operation.has("x-global")).as(route.path()).isEqualTo(route.global());
    }
  }

  @Test
  void itIsServedToEverybody() {
    assertThat(AdminPort.json(port.ask(null, "GET", "/openapi.json", null)).get("openapi"))
        .isEqualTo(document.get("openapi"));
  }
}
