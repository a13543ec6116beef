package dev.gatehouse.operate.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.support.RawHttp;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class HostileInputTest {
  private static final List<String> NASTY =
      List.of(
          "",
          "%00",
          "%ZZ",
          "%",
          "%C3%28",
          "%ED%A0%80",
          "a%00b",
          "'",
          "%27%3B--",
          "-1",
          "0",
          "1e9",
          "201",
          "99999999999999999999",
          "null",
          "true",
          "[]",
          "%7B%7D",
          "..%2F..%2Fetc",
          "0198a000-0000-7000-8000-000000000000",
          "0-0-0-0-0",
          "%F0%9F%98%80",
          "x".repeat(400),
          "2026-11-30T12:00:00Z",
          "+999999999-12-31T23:59:59Z",
          "-999999999-01-01T00:00:00Z",
          "2026-13-40",
          "open",
          "new,closed,,",
          "~",
          "5~v1-aa",
          "~~~",
          "2026-11-30T12:00:00Z~0198a000-0000-7000-8000-000000000000~0~1",
          "2026-11-30T12:00:00Z~0198a000-0000-7000-8000-000000000000~9999~999999999",
          "+292278994-08-17T07:12:55Z~0198a000-0000-7000-8000-000000000000~0~1",
          "a=b&c",
          "%0d%0a",
          "*",
          "<script>",
          "a%2Fb",
          ".",
          "..",
          ";x=1",
          "%2e%2e",
          "\u00e9");
  private static final List<String> VALUES =
      List.of(
          "null",
          "true",
          "-1",
          "1.5",
          "1e400",
          "99999999999999999999",
          "\"\"",
          "\"x\"",
          "[]",
          "{}",
          "\"\\u0000\"",
          "\"\\ud800\"",
          "[null]",
          "[1]",
          "[\"viewer\"]",
          "[\"\\u0000\"]",
          "\"closed\"",
          "\"2026-11-30T12:00:00Z\"",
          "\"" + "y".repeat(5000) + "\"",
          "\"9999-12-31T23:59:59Z\"",
          "\"0000-01-01T00:00:00Z\"");
  private static final List<String> MEMBERS =
      List.of(
          "status",
          "owner",
          "note",
          "version",
          "secret",
          "previous_expires_at",
          "reason",
          "name",
          "roles",
          "sources",
          "expires_at",
          "nonsense");
  private static final List<String> BODIES =
      List.of(
          "",
          "{",
          "[]",
          "null",
          "\"x\"",
          "{}{}",
          "{\"note\":1,\"note\":2}",
          "\u0000",
          "{\"a\":}",
          "[".repeat(3000),
          "{\"a\":".repeat(3000),
          "\ufeff{}",
          "{'a':1}",
          "NaN");

  private static AdminPort port;

  @BeforeAll
  static void open() {
    port = new AdminPort();
  }

  @AfterAll
  static void close() {
    port.close();
  }

  @Test
  void nothingThatIsAskedEndsInAServerError() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    String token = port.token(Role.ADMIN);
    UUID event = port.rows.verdict(port.rows.event("erp", "order", "1", "{}"), 0, "applied", null);
    port.rows.attempt(port.rows.delivery(event, "billing"), 0, 1, "delivered", true);
    UUID letter = port.rows.deadLetter(event, null, "new");
    List<Route> routes = port.server.routes();
    for (int i = 0; i < 1_500; i++) {
      Route route = routes.get(random.nextInt(routes.size()));
      String target = path(route, random, letter) + query(route, random);
      String method =
          random.nextInt(20) == 0
              ? pick(List.of("PUT", "TRACE", "BREW", "get"), random)
              : route.method();
      String body = method.equals("GET") ? "" : body(random);
      RawHttp.Answer answer = ask(token, method, target, body, random);
      String what = "seed " + seed + ", round " + i + ": " + method + " " + target + " " + body;
      assertThat(answer.status()).as("%s → %s", what, answer).isBetween(200, 499);
      assertThat(answer.text())
          .as(what)
          .doesNotContain("Exception")
          .doesNotContain("\tat ")
          .doesNotContainIgnoringCase("jetty")
          .doesNotContainIgnoringCase("javalin");
    }
  }

  @Test
  void aMistakeNamesTheField() {
    String token = port.token(Role.ADMIN);
    for (List<String> each :
        List.of(
            List.of("/api/v1/events?limit=0", "limit"),
            List.of("/api/v1/events?limit=201", "limit"),
            List.of("/api/v1/events?after=x", "after"),
            List.of("/api/v1/events?from=yesterday", "from"),
            List.of("/api/v1/events?status=lost", "status"),
            List.of("/api/v1/events?source=a%00", "source"),
            List.of("/api/v1/events?colour=red", "query"),
            List.of("/api/v1/events?type=a&type=b", "type"),
            List.of("/api/v1/dead-letters?code=NOPE", "code"),
            List.of("/api/v1/destinations/billing/attempts?after=1~2", "after"),
            List.of("/api/v1/destinations/billing/circuit?after=-1", "after"))) {
      RawHttp.Answer answer = port.ask(token, "GET", each.getFirst(), null);
      assertThat(answer.status()).as(each.getFirst()).isEqualTo(400);
      assertThat(answer.header("content-type")).hasValue("application/problem+json");
      assertThat(AdminPort.json(answer).get("field").stringValue()).isEqualTo(each.get(1));
    }
  }

  @Test
  void whatNamesNothingIsNotFound() {
    String token = port.token(Role.ADMIN);
    for (String path :
        List.of(
            "/api/v1/events/none",
            "/api/v1/events/0198a000-0000-7000-8000-000000000000",
            "/api/v1/dead-letters/1-1-1-1-1",
            "/api/v1/sources/nobody",
            "/api/v1/nothing",
            "/",
            "/api/v1/events/")) {
      RawHttp.Answer answer = port.ask(token, "GET", path, null);
      assertThat(answer.status()).as(path + " " + answer).isEqualTo(404);
      assertThat(answer.header("content-type")).as(path).hasValue("application/problem+json");
    }
    assertThat(port.ask(token, "POST", "/api/v1/events", null).status()).isEqualTo(405);
  }

  @Test
  void aHugeBodyIsCutOffAndATruncatedOneIsABadRequest() throws IOException {
    String token = port.token(Role.ADMIN);
    String[] headers = {"Authorization", "Bearer " + token, "Content-Type", "application/json"};
    byte[] huge = ("{\"note\":\"" + "z".repeat(200_000) + "\"}").getBytes(StandardCharsets.UTF_8);
    String path = "/api/v1/tokens";

    assertThat(port.raw(RawHttp.request("POST", path, huge, headers)).status()).isEqualTo(413);
    byte[] head =
        ("POST "
                + path
                + " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer "
                + token
                + "\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
            .getBytes(StandardCharsets.UTF_8);
    assertThat(port.raw(RawHttp.join(head, RawHttp.chunked(huge, 8000))).status()).isEqualTo(413);
    assertThat(
            port.raw(RawHttp.join(head, "zz\r\nnonsense\r\n".getBytes(StandardCharsets.UTF_8)))
                .status())
        .isEqualTo(400);
    assertThat(
            port.raw(
                    RawHttp.request(
                        "POST",
                        path,
                        "a=b".getBytes(StandardCharsets.UTF_8),
                        "Authorization",
                        "Bearer " + token,
                        "Content-Type",
                        "application/x-www-form-urlencoded"))
                .status())
        .isEqualTo(415);
  }

  @Test
  void brokenHttpGetsASmallProblem() {
    for (String request :
        List.of(
            "GET /api/v1/events HTTP/1.1\r\n"
                + "Host: x\r\n"
                + "Content-Length: 1\r\n"
                + "Content-Length: 2\r\n\r\n",
            "GET /%ZZ HTTP/1.1\r\nHost: x\r\n\r\n",
            "GET /a%2 HTTP/1.1\r\nHost: x\r\n\r\n",
            "GET / HTTP/1.1\r\n\r\n",
            "GET /x HTTP/1.1\r\nHost: x\r\nA: " + "h".repeat(20_000) + "\r\n\r\n",
            "GET /" + "u".repeat(20_000) + " HTTP/1.1\r\nHost: x\r\n\r\n",
            "GET /../../x HTTP/1.1\r\nHost: x\r\n\r\n",
            "NONSENSE\r\n\r\n")) {
      RawHttp.Answer answer = port.raw(request.getBytes(StandardCharsets.ISO_8859_1));
      assertThat(answer.status()).as(request.substring(0, 9) + answer).isBetween(400, 499);
      assertThat(answer.text()).doesNotContainIgnoringCase("jetty").doesNotContain("<");
    }
  }

  private static RawHttp.Answer ask(
      String token, String method, String target, String body, Random random) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    String type = random.nextInt(30) == 0 ? "text/xml" : "application/json";
    return port.raw(
        RawHttp.request(
            method,
            target,
            bytes,
            "Authorization",
            "Bearer " + token,
            "Content-Type",
            type,
            "Connection",
            "close"));
  }

  private static String path(Route route, Random random, UUID letter) {
    String path = route.openApiPath();
    for (String name : List.of("{id}", "{name}", "{machine}", "{key}")) {
      String good =
          switch (name) {
            case "{id}" -> letter.toString();
            case "{name}" -> route.path().contains("sources") ? "erp" : "billing";
            case "{machine}" -> "order";
            default -> "1";
          };
      path = path.replace(name, random.nextInt(3) == 0 ? inPath(random) : good);
    }
    return path;
  }

  /** What may stand in a request line; bytes above 127 go out as ISO-8859-1. */
  private static String inPath(Random random) {
    return pick(NASTY, random).replace("=", "").replace("&", "");
  }

  private static String query(Route route, Random random) {
    StringBuilder query = new StringBuilder();
    List<String> names = route.query().stream().sorted().toList();
    int count = random.nextInt(4);
    for (int i = 0; i < count; i++) {
      String name =
          names.isEmpty() || random.nextInt(8) == 0 ? pick(NASTY, random) : pick(names, random);
      query
          .append(query.isEmpty() ? "?" : "&")
          .append(name)
          .append('=')
          .append(pick(NASTY, random));
    }
    return query.toString();
  }

  private static String body(Random random) {
    if (random.nextInt(4) == 0) {
      return pick(BODIES, random);
    }
    StringBuilder body = new StringBuilder("{");
    int count = random.nextInt(4);
    for (int i = 0; i < count; i++) {
      body.append(i == 0 ? "" : ",")
          .append('"')
          .append(pick(MEMBERS, random))
          .append("\":")
          .append(pick(VALUES, random));
    }
    return body.append('}').toString();
  }

  private static String pick(List<String> from, Random random) {
    return from.get(random.nextInt(from.size()));
  }
}
