package dev.gatehouse.operate.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.support.RawHttp;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class AuthorizationTest {
  private static final String ABSENT = "0198a000-0000-7000-8000-000000000000";

  private static AdminPort port;

  @BeforeAll
  static void open() {
    port = new AdminPort();
  }

  @AfterAll
  static void close() {
    port.close();
  }

  @BeforeEach
  void empty() {
    port.empty();
  }

  @Test
  void everyRouteAsksEveryRoleForItsPermissionAndNothingElse() {
    for (Role role : Role.values()) {
      String token = port.token(role);
      for (Route route : port.server.routes()) {
        RawHttp.Answer answer = port.ask(token, route.method(), path(route), null);
        boolean allowed =
            route.permission() == null || role.permissions().contains(route.permission());
        assertThat(answer.status() == 403)
            .as("%s %s as %s: %s", route.method(), route.path(), role, answer)
            .isNotEqualTo(allowed);
      }
    }
  }

  @Test
  void withoutAGoodTokenNothingButTheOpenPathsAnswers() {
    String expired = port.token(null, Instant.now().minusSeconds(1), Role.ADMIN);
    for (Route route : port.server.routes()) {
      for (String token : List.of("", "nonsense", expired, "ght_" + "A".repeat(43))) {
        int status =
            port.ask(token.isEmpty() ? null : token, route.method(), path(route), null).status();
        assertThat(status == 401)
            .as("%s %s with %s", route.method(), route.path(), token)
            .isEqualTo(route.permission() != null);
      }
    }
  }

  @Test
  void aRefusalSaysHowToAskAndIsAProblem() {
    RawHttp.Answer answer = port.ask(null, "GET", "/api/v1/events", null);

    assertThat(answer.header("www-authenticate")).hasValue("Bearer");
    assertThat(answer.header("content-type")).hasValue("application/problem+json");
    assertThat(AdminPort.json(answer).get("type").stringValue())
        .isEqualTo("urn:gatehouse:problem:unauthorized");
  }

  @Test
  void cookiesAndOtherSchemesAreNoWayIn() {
    String admin = port.token(Role.ADMIN);
    for (String header :
        List.of("Basic " + admin, admin, "Bearer", "Bearer  ", "Bearer " + admin + "x")) {
      assertThat(
              port.raw(
                      RawHttp.request(
                          "GET", "/api/v1/events", new byte[0], "Authorization", header))
                  .status())
          .as(header)
          .isEqualTo(401);
    }
    assertThat(
            port.raw(
                    RawHttp.request(
                        "GET",
                        "/api/v1/events?token=" + admin,
                        new byte[0],
                        "Cookie",
                        "token=" + admin))
                .status())
        .isEqualTo(401);
  }

  @Test
  void aTokenLimitedToSourcesSeesThoseAlone() {
    String erp = port.token(List.of("erp"), null, Role.ADMIN);
    UUID theirs = port.rows.applied(port.rows.event("shop", "order", "7", "{}"));
    UUID ours = port.rows.applied(port.rows.event("erp", "order", "8", "{}"));
    UUID letter = port.rows.deadLetter(theirs, null, "new");

    for (String path :
        List.of(
            "/events/" + theirs,
            "/events/" + theirs + "/timeline",
            "/events/" + theirs + "/body",
            "/entities/order/7",
            "/dead-letters/" + letter,
            "/sources/shop",
            "/sources/shop/secrets",
            "/sources/shop/rejections")) {
      assertThat(port.ask(erp, "GET", "/api/v1" + path, null).status()).as(path).isEqualTo(404);
    }
    assertThat(port.ask(erp, "POST", "/api/v1/dead-letters/" + letter + "/rerun", null).status())
        .isEqualTo(404);
    assertThat(
            port.ask(erp, "PATCH", "/api/v1/dead-letters/" + letter, "{\"status\":\"closed\"}")
                .status())
        .isEqualTo(404);
    assertThat(port.reruns).hasValue(0);
    assertThat(port.ask(erp, "GET", "/api/v1/events/" + ours, null).status()).isEqualTo(200);
    JsonNode events = AdminPort.json(port.ask(erp, "GET", "/api/v1/events", null));
    assertThat(events.get("data").size()).isEqualTo(1);
    for (Route route : port.server.routes()) {
      if (route.global()) {
        assertThat(port.ask(erp, route.method(), path(route), null).status())
            .as(route.path())
            .isEqualTo(403);
      }
    }
  }

  private static String path(Route route) {
    String path = route.openApiPath();
    for (Map.Entry<String, String> each :
        Map.of("{id}", ABSENT, "{name}", "erp", "{machine}", "order", "{key}", "1").entrySet()) {
      path = path.replace(each.getKey(), each.getValue());
    }
    return path;
  }
}
