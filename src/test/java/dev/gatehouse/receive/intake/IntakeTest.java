package dev.gatehouse.receive.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gatehouse.config.preset.PresetCatalogue;
import dev.gatehouse.db.TestDatabase;
import dev.gatehouse.event.SourceName;
import dev.gatehouse.receive.intake.RawHttp.Answer;
import dev.gatehouse.receive.preset.Ack;
import dev.gatehouse.receive.preset.Packing;
import dev.gatehouse.receive.preset.Refusal;
import dev.gatehouse.receive.preset.handshake.Handshakes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the contract says of the public port, over real sockets and a real database. */
class IntakeTest {
  private static TestDatabase db;
  private static Gate gate;

  @BeforeAll
  static void open() {
    db = TestDatabase.fresh();
    gate = new Gate(db.database());
  }

  @AfterAll
  static void shut() {
    gate.close();
    db.close();
  }

  @BeforeEach
  void empty() {
    db.execute("truncate event, event_key, event_copy, rejection");
    gate.sources.clear();
    gate.sources.put(Gate.ORDERS, Gate.orders());
    gate.refused.clear();
  }

  @Test
  void aVerifiedEventIsAnsweredWithItsIdAfterTheCommit() throws Exception {
    Answer answer = send(Gate.request("evt_1"));

    assertThat(answer.status()).isEqualTo(200);
    var row = db.query("select id, body, headers, matched_secret from event").getFirst();
    assertThat(answer.body())
        .isEqualTo("{\"status\":\"accepted\",\"event\":\"" + row.get("id") + "\"}");
    assertThat((byte[]) row.get("body")).asString().isEqualTo(Gate.body("evt_1"));
    assertThat(row).containsEntry("matched_secret", "current");
    assertThat(answer.header("Content-Type")).contains("application/json");
    assertThat(answer.header("X-Content-Type-Options")).contains("nosniff");
    assertThat(answer.header("Server")).isEmpty();
  }

  @Test
  void aCopyIsAnsweredWithTheIdOfTheFirst() throws Exception {
    String first = send(Gate.request("evt_1")).body();

    Answer second = send(Gate.request("evt_1"));

    assertThat(second.status()).isEqualTo(200);
    assertThat(second.body()).isEqualTo(first.replace("accepted", "duplicate"));
    assertThat(db.count("event")).isEqualTo(1);
  }

  @Test
  void twentyCopiesAtOnceAreAllAcknowledgedAndStoredOnce() throws Exception {
    List<Callable<Answer>> senders = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      senders.add(() -> send(Gate.request("evt_20")));
    }
    Set<String> bodies = new HashSet<>();
    try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var sent : pool.invokeAll(senders)) {
        assertThat(sent.get().status()).isEqualTo(200);
        bodies.add(sent.get().body());
      }
    }
    assertThat(bodies).hasSize(2);
    assertThat(db.count("event")).isEqualTo(1);
  }

  @Test
  void everyRefusedSignatureGetsTheSameAnswerAndStoresNothing() throws Exception {
    List<String> requests =
        List.of(
            Gate.request("evt_1").replace("sha256=", "sha256=0"),
            Gate.request("evt_1").replace("X-Signature", "X-Other"),
            Gate.request("evt_1").replace("sha256=", "md5="),
            Gate.request("evt_1").replace("order.paid", "order.void"),
            Gate.request("evt_1").replace("X-Event-Id: evt_1", "X-Signature: x"));

    Set<String> answers = new HashSet<>();
    for (String request : requests) {
      Answer answer = send(request);
      assertThat(answer.status()).isEqualTo(400);
      answers.add(answer.body());
    }

    assertThat(answers).containsExactly("{\"error\":\"invalid_signature\"}");
    assertThat(db.count("event")).isZero();
    assertThat(db.count("event_key")).isZero();
    await()
        .untilAsserted(
            () ->
                assertThat(db.query("select reason from rejection"))
                    .extracting(row -> row.get("reason"))
                    .contains("MISMATCH", "MISSING_HEADER", "MALFORMED", "REPEATED_HEADER"));
  }

  @Test
  void aRejectionHoldsNamesAndNoValues() throws Exception {
    send(
        Gate.request("evt_1")
            .replace("X-Event-Id: evt_1", "X-Event-Id: evt_9\r\nX-Tok: tell-nobody")
            .replace("order.paid", "order.void"));

    await().until(() -> db.count("rejection") == 1);
    String row = db.query("select r::text as all from rejection r").getFirst().toString();
    assertThat(row).contains("X-Tok").contains("127.0.0.1").contains("orders");
    assertThat(row).doesNotContain("tell-nobody").doesNotContain("sha256=").doesNotContain("void");
  }

  @Test
  void aForgedRequestDoesNotBurnTheId() throws Exception {
    send(Gate.request("evt_1").replace("order.paid", "order.void"));

    assertThat(send(Gate.request("evt_1")).body()).contains("accepted");
  }

  @Test
  void unknownPathsAreNotFound() throws Exception {
    for (String path :
        List.of(
            "/in/nobody", "/in/", "/in", "/", "/in/ORDERS", "/in/orders;x=1", "/api/v1/events")) {
      Answer answer = send(Gate.request("evt_1").replace("/in/orders", path));
      assertThat(answer.status()).as(path).isEqualTo(404);
      assertThat(answer.body()).isEqualTo("{\"error\":\"not_found\"}");
    }
    assertThat(db.count("event")).isZero();
    assertThat(gate.refused).containsOnly(RejectReason.UNKNOWN_SOURCE);
  }

  @Test
  void trickyPathsReachNoSource() throws Exception {
    for (String path :
        List.of("/in/%6Frders", "/in/orders%2Fx", "/in/../in/orders", "//in/orders", "/in/%00")) {
      Answer answer = send(Gate.request("evt_1").replace("/in/orders", path));
      assertThat(answer.status()).as(path).isBetween(400, 404);
      assertThat(answer.body()).startsWith("{\"error\":");
    }
    assertThat(db.count("event")).isZero();
  }

  @Test
  void theRestOfThePathAndAPutAreTaken() throws Exception {
    assertThat(send(Gate.request("e1").replace("/in/orders", "/in/orders/a/b?c=d")).status())
        .isEqualTo(200);
    assertThat(send(Gate.request("e2").replace("POST", "PUT")).status()).isEqualTo(200);
  }

  @Test
  void otherMethodsAreRefusedAndTheirDisguiseIsIgnored() throws Exception {
    for (String method : List.of("DELETE", "PATCH", "OPTIONS", "TRACE", "BREW")) {
      Answer answer = send(Gate.request("evt_1").replace("POST", method));
      assertThat(answer.status()).as(method).isEqualTo(405);
      assertThat(answer.header("Allow")).contains("GET, HEAD, POST, PUT");
    }
    String disguised = "GET /in/orders HTTP/1.1\r\nHost: g\r\nX-HTTP-Method-Override: POST\r\n\r\n";
    assertThat(send(disguised).body()).isEqualTo("{\"status\":\"ok\"}");
  }

  @Test
  void aProviderMayTestTheUrl() throws Exception {
    assertThat(send("GET /in/orders HTTP/1.1\r\nHost: g\r\n\r\n").status()).isEqualTo(200);
    assertThat(send("HEAD /in/orders HTTP/1.1\r\nHost: g\r\nConnection: close\r\n\r\n").status())
        .isEqualTo(200);
  }

  @Test
  void healthAndReadinessAnswer() throws Exception {
    assertThat(send("GET /healthz HTTP/1.1\r\nHost: g\r\n\r\n").status()).isEqualTo(200);
    assertThat(send("GET /readyz HTTP/1.1\r\nHost: g\r\n\r\n").status()).isEqualTo(200);
  }

  @Test
  void onlyAllowedHeadersAreKeptAndSecretsInThemAreBlanked() throws Exception {
    send(
        Gate.request("evt_1")
            .replace(
                "Host: gate\r\n",
                "Host: gate\r\nAuthorization: Bearer abc\r\nCookie: a=b\r\nX-Note: see "
                    + Gate.SECRET
                    + "\r\nX-Stray: 1\r\n"
                    + "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\r\n"));

    String headers = db.query("select headers from event").getFirst().toString();
    assertThat(headers)
        .contains("[\"X-Note\",\"***\"]", "application/json", "evt_1", "0af7651916cd43dd")
        .doesNotContain("Bearer", "a=b", "X-Stray", "sha256=", Gate.SECRET);
  }

  @Test
  void aBodyThatCannotBeReadIsStoredAndAcknowledged() throws Exception {
    byte[] body = {'{', 0, (byte) 0xFF, '"'};
    String request = Gate.head("evt_1", body) + "Content-Length: 4\r\n\r\n" + latin1(body);

    assertThat(send(request).status()).isEqualTo(200);

    var row = db.query("select body, fault from event").getFirst();
    assertThat((byte[]) row.get("body")).isEqualTo(body);
    assertThat(row).containsEntry("fault", "UNPARSEABLE_BODY");
  }

  @Test
  void aProviderIsAnsweredInItsOwnWay() throws Exception {
    gate.sources.put(
        Gate.ORDERS,
        Gate.orders()
            .answering(
                new Ack(202, "text/plain", "[accepted]"),
                Handshakes.NONE,
                new Refusal(403, false)));

    Answer answer = send(Gate.request("evt_1"));
    Answer refused = send(Gate.request("evt_2").replace("sha256=", "sha256=0"));

    assertThat(answer.status()).isEqualTo(202);
    assertThat(answer.body()).isEqualTo("[accepted]");
    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.body()).isEqualTo("{\"error\":\"invalid_signature\"}");
  }

  @Test
  void aSignedChallengeIsEchoedAndNotStored() throws Exception {
    var handshake = PresetCatalogue.bundled().preset("slack").orElseThrow().handshakes();
    gate.sources.put(Gate.ORDERS, Gate.orders().answering(Ack.DEFAULT, handshake, Refusal.DEFAULT));
    String body = "{\"type\":\"url_verification\",\"challenge\":\"<b>abc\"}";
    String request =
        Gate.head("e", body.getBytes(StandardCharsets.UTF_8))
            + "Content-Length: "
            + body.length()
            + "\r\n\r\n"
            + body;

    Answer answer = send(request);
    Answer unsigned = send(request.replace("sha256=", "sha256=0"));

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("<b>abc");
    assertThat(answer.header("Content-Type").orElseThrow()).startsWith("text/plain");
    assertThat(answer.header("X-Content-Type-Options")).contains("nosniff");
    assertThat(unsigned.status()).isEqualTo(400);
    assertThat(db.count("event")).isZero();
  }

  @Test
  void tooManyRequestsAreSentAwayForAWhile() throws Exception {
    gate.sources.put(Gate.ORDERS, Gate.orders().configured(Packing.NONE, null, 1, 7));

    assertThat(send(Gate.request("evt_1")).status()).isEqualTo(200);
    Answer second = send(Gate.request("evt_2"));

    assertThat(second.status()).isEqualTo(429);
    assertThat(second.header("Retry-After")).contains("1");
    assertThat(db.query("select config_revision from event"))
        .singleElement()
        .satisfies(row -> assertThat(row).containsEntry("config_revision", 7L));
  }

  @Test
  void aSourceWithoutSecretTakesNothing() throws Exception {
    SourceSettings bare = Gate.orders();
    gate.sources.put(
        new SourceName("bare"),
        new SourceSettings(
            new SourceName("bare"),
            bare.requiredHeaders(),
            bare.verifier(),
            List::of,
            null,
            bare.extractor(),
            bare.keptHeaders(),
            bare.ack(),
            bare.handshakes(),
            new Refusal(401, false),
            1024,
            Packing.NONE,
            null,
            0,
            0));

    assertThat(send(Gate.request("e").replace("/in/orders", "/in/bare")).status()).isEqualTo(401);
    assertThat(db.count("event")).isZero();
  }

  @Test
  void rejectionsAreSampledUnderAttackAndCappedInNumber() {
    try (var rejections = new Rejections(db.database(), 50)) {
      long kept = 0;
      for (int i = 0; i < 1_000; i++) {
        kept += rejections.isSampled(Gate.ORDERS, 77) ? 1 : 0;
      }
      assertThat(kept).isEqualTo(20 + 10);
      assertThat(rejections.isSampled(Gate.ORDERS, 78)).isTrue();
    }
  }

  @Test
  void nothingIsTakenWhileStopping() throws Exception {
    try (Gate other = new Gate(db.database());
        RawHttp open = new RawHttp(other.port)) {
      open.send(Gate.request("evt_1"));
      assertThat(open.read().orElseThrow().status()).isEqualTo(200);
      other.journal.close();

      Answer answer = open.send(Gate.request("evt_2")).read().orElseThrow();

      assertThat(answer.status()).isEqualTo(503);
      assertThat(answer.header("Retry-After").map(Integer::parseInt).orElseThrow()).isPositive();
      assertThat(answer.body()).isEqualTo("{\"error\":\"unavailable\"}");
    }
    assertThat(db.count("event")).isEqualTo(1);
  }

  private static Answer send(String request) throws IOException {
    return RawHttp.once(gate.port, request);
  }

  private static String latin1(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }
}
