package dev.gatehouse.receive.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gatehouse.db.TestDatabase;
import dev.gatehouse.receive.intake.RawHttp.Answer;
import dev.gatehouse.receive.journal.JournalSettings;
import dev.gatehouse.receive.preset.Packing;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Broken, slow and oversized HTTP, byte by byte. */
class HttpEdgeTest {
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
    gate.sources.put(Gate.ORDERS, Gate.orders());
    gate.refused.clear();
  }

  /** Whatever came before: the next good request is taken. */
  @AfterEach
  void theNextGoodRequestIsTaken() throws Exception {
    Answer answer = RawHttp.once(gate.port, Gate.request("evt_canary"));
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).contains("accepted");
  }

  @Test
  void aBodyCutOffIsNeitherStoredNorAServerError() throws Exception {
    byte[] part = bytes(Gate.body("evt_cut"));
    try (RawHttp http = new RawHttp(gate.port)) {
      Optional<Answer> answer =
          http.send(Gate.head("evt_cut", part) + "Content-Length: 500\r\n\r\n")
              .send(part)
              .endOutput()
              .read();
      answer.ifPresent(a -> assertThat(a.status()).isEqualTo(400));
    }
    await().untilAsserted(() -> assertThat(gate.refused).contains(RejectReason.TRUNCATED));
    assertThat(db.count("event")).isZero();
  }

  @Test
  void aSenderThatHangsUpInTheBodyIsNoServerError() throws Exception {
    byte[] part = bytes(Gate.body("evt_cut"));
    try (RawHttp http = new RawHttp(gate.port)) {
      http.send(Gate.head("evt_cut", part) + "Content-Length: 500\r\n\r\n").send(part);
    }
    await().untilAsserted(() -> assertThat(gate.refused).contains(RejectReason.TRUNCATED));
    assertThat(db.count("event")).isZero();
  }

  @Test
  void aChunkedBodyCutOffIsNotStored() throws Exception {
    byte[] part = bytes(Gate.body("evt_cut"));
    try (RawHttp http = new RawHttp(gate.port)) {
      Optional<Answer> answer =
          http.send(Gate.head("evt_cut", part) + "Transfer-Encoding: chunked\r\n\r\n")
              .send(Integer.toHexString(part.length) + "\r\n")
              .send(part)
              .send("\r\n")
              .endOutput()
              .read();
      answer.ifPresent(a -> assertThat(a.status()).isEqualTo(400));
    }
    assertThat(db.count("event")).isZero();
  }

  @Test
  void aChunkedBodyIsStoredAsItsBytes() throws Exception {
    byte[] body = bytes(Gate.body("evt_chunks"));
    String head = Gate.head("evt_chunks", body) + "Transfer-Encoding: chunked\r\n\r\n";
    try (RawHttp http = new RawHttp(gate.port)) {
      http.send(head).send(RawHttp.chunked(body, 7));
      assertThat(http.read().orElseThrow().status()).isEqualTo(200);
    }
    assertThat((byte[]) db.query("select body from event").getFirst().get("body")).isEqualTo(body);
  }

  @Test
  void aBodyOfExactlyTheLimitIsTakenAndOneByteMoreIsNot() throws Exception {
    for (boolean chunked : new boolean[] {true, false}) {
      for (int over : new int[] {0, 1, 40_000}) {
        byte[] body = jsonOf(Gate.MAX_BODY + over);
        String id = "evt_" + chunked + over;
        String length = chunked ? "Transfer-Encoding: chunked" : "Content-Length: " + body.length;
        try (RawHttp http = new RawHttp(gate.port)) {
          http.send(Gate.head(id, body) + length + "\r\n\r\n")
              .send(chunked ? RawHttp.chunked(body, 1000) : body);
          Answer answer = http.read().orElseThrow();
          assertThat(answer.status()).as(id).isEqualTo(over == 0 ? 200 : 413);
          if (over > 0) {
            assertThat(answer.body()).isEqualTo("{\"error\":\"too_large\"}");
            assertThat(http.isClosed()).isTrue();
          }
        }
      }
    }
    assertThat(db.count("event")).isEqualTo(2);
  }

  @Test
  void anEndlessChunkedBodyEndsSoonAfterTheLimit() throws Exception {
    try (RawHttp http = new RawHttp(gate.port)) {
      http.send(Gate.head("evt_big", new byte[0]) + "Transfer-Encoding: chunked\r\n\r\n");
      byte[] chunk = RawHttp.chunked(new byte[60_000], 60_000);
      byte[] withoutEnd = Arrays.copyOf(chunk, chunk.length - 5);
      http.send(withoutEnd).send(withoutEnd);
      assertThat(http.read().orElseThrow().status()).isEqualTo(413);
    }
  }

  @Test
  void aRefusalByHeadersDoesNotWaitForTheBody() throws Exception {
    try (RawHttp http = new RawHttp(gate.port)) {
      http.send("POST /in/orders HTTP/1.1\r\nHost: g\r\nContent-Length: 60000\r\n\r\n");
      assertThat(http.read().orElseThrow().status()).isEqualTo(400);
    }
    try (RawHttp http = new RawHttp(gate.port)) {
      http.send(Gate.head("e", new byte[0]) + "Content-Length: 9999999999\r\n\r\n");
      assertThat(http.read().orElseThrow().status()).isEqualTo(413);
    }
  }

  @Test
  void expectContinueIsAskedForOrRefusedAtOnce() throws Exception {
    byte[] body = bytes(Gate.body("evt_expect"));
    String head = Gate.head("evt_expect", body) + "Expect: 100-continue\r\n";
    try (RawHttp http = new RawHttp(gate.port)) {
      http.send(head + "Content-Length: " + body.length + "\r\n\r\n");
      assertThat(http.read().orElseThrow().status()).isEqualTo(100);
      assertThat(http.send(body).read().orElseThrow().status()).isEqualTo(200);
    }
    try (RawHttp http = new RawHttp(gate.port)) {
      http.send(head + "Content-Length: 99999999\r\n\r\n");
      assertThat(http.read().orElseThrow().status()).isEqualTo(413);
      assertThat(http.isClosed()).isTrue();
    }
  }

  @Test
  void noLengthAtAllIsRefused() throws Exception {
    Answer answer = RawHttp.once(gate.port, Gate.head("evt_1", new byte[0]) + "\r\n");

    assertThat(answer.status()).isEqualTo(411);
    assertThat(db.count("event")).isZero();
  }

  @Test
  void anEmptySignedBodyIsAnUnreadableEvent() throws Exception {
    Answer answer =
        RawHttp.once(gate.port, Gate.head("evt_0", new byte[0]) + "Content-Length: 0\r\n\r\n");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(db.query("select fault from event").getFirst())
        .containsEntry("fault", "UNPARSEABLE_BODY");
  }

  @Test
  void lengthsThatContradictEachOtherCloseTheConnection() throws Exception {
    byte[] body = bytes(Gate.body("evt_1"));
    String smuggled = "0\r\n\r\n" + Gate.request("evt_smuggled");
    String good = "Content-Length: " + body.length + "\r\n";
    for (String lengths :
        new String[] {
          good + "Content-Length: 3\r\n",
          good + "Transfer-Encoding: chunked\r\n",
          "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
          "Transfer-Encoding: gzip, chunked\r\n",
          "Transfer-Encoding: chunked, gzip\r\n",
          "Transfer-Encoding: xchunked\r\n",
          "Content-Length: +5\r\n",
          "Content-Length: 5, 5\r\n",
          "Content-Length: -1\r\n",
          "Content-Length : 5\r\n"
        }) {
      try (RawHttp http = new RawHttp(gate.port)) {
        http.send(Gate.head("evt_1", body) + lengths + "\r\n");
        sendIfOpen(http, body, bytes(smuggled));
        Optional<Answer> answer = http.read();
        answer.ifPresent(
            a -> {
              assertThat(a.status()).as(lengths).isEqualTo(400);
              assertThat(a.body()).isEqualTo("{\"error\":\"bad_request\"}");
            });
        assertThat(http.isClosed()).as(lengths).isTrue();
      }
    }
    assertThat(db.count("event")).isZero();
  }

  @Test
  void aBrokenChunkIsABadRequest() throws Exception {
    try (RawHttp http = new RawHttp(gate.port)) {
      http.send(Gate.head("e", new byte[0]) + "Transfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n");
      assertThat(http.read().orElseThrow().status()).isEqualTo(400);
    }
  }

  @Test
  void nonsenseGetsASmallAnswerWithoutAName() throws Exception {
    String tooLong = "GET /" + "a".repeat(20_000) + " HTTP/1.1\r\nHost: g\r\n\r\n";
    String tooMuch =
        "GET /in/orders HTTP/1.1\r\nHost: g\r\nX-A: " + "a".repeat(20_000) + "\r\n\r\n";
    String[][] cases = {
      {tooLong, "414"},
      {tooMuch, "431"},
      {"HELLO\r\n\r\n", "400"},
      {"GET / HTTP/9.9\r\nHost: g\r\n\r\n", "400"},
      {"GET / HTTP/1.1\r\n\r\n", "400"},
      {"GET /in/orders HTTP/1.1\r\nHost: g\r\nBad Header: x\r\n\r\n", "400"},
      {"GET /in/%zz HTTP/1.1\r\nHost: g\r\n\r\n", "400"},
      {"\u0016\u0003\u0001\u0002\u0000\u0001\r\n\r\n", "400"},
    };
    for (String[] each : cases) {
      try (RawHttp http = new RawHttp(gate.port)) {
        Answer answer = http.send(each[0]).read().orElseThrow();
        String what = each[0].substring(0, Math.min(40, each[0].length()));
        assertThat(answer.status()).as(what).isEqualTo(Integer.parseInt(each[1]));
        assertThat(answer.body()).as(what).startsWith("{\"error\":\"").hasSizeLessThan(60);
        assertThat(answer.head().toLowerCase(Locale.ROOT)).doesNotContain("jetty");
      }
    }
    assertThat(gate.refused).contains(RejectReason.URI_TOO_LONG, RejectReason.HEADERS_TOO_LARGE);
  }

  @Test
  void headerBytesAboveAsciiAreTakenAsTheyAre() throws Exception {
    gate.sources.put(Gate.ORDERS, Gate.orders());
    byte[] body = bytes(Gate.body("x"));
    String request =
        Gate.head("x", body).replace("X-Event-Id: x", "X-Event-Id: caf\u00c3\u00a9")
            + "Content-Length: "
            + body.length
            + "\r\n\r\n"
            + Gate.body("x");

    assertThat(RawHttp.once(gate.port, request).status()).isEqualTo(200);
  }

  @Test
  void anUnknownContentCodingIsRefusedAndAnAllowedOneStoredPackedAndReadUnpacked()
      throws Exception {
    byte[] body = gzip(bytes(Gate.body("evt_gz")));
    String request = packed(Gate.head("evt_gz", body), body);

    assertThat(RawHttp.once(gate.port, request).status()).isEqualTo(415);
    assertThat(db.count("event")).isZero();

    gate.sources.put(
        Gate.ORDERS, Gate.orders().configured(new Packing(Set.of("gzip"), false), null, 0, 0));
    assertThat(RawHttp.once(gate.port, request).status()).isEqualTo(200);
    var row = db.query("select body, type, headers from event").getFirst();
    assertThat((byte[]) row.get("body")).isEqualTo(body);
    assertThat(row.get("type")).isEqualTo("order.paid");
    assertThat((String) row.get("headers")).contains("gzip");
  }

  @Test
  void aBodySignedBeforeItWasPackedIsCheckedUnpackedAndABombNotAtAll() throws Exception {
    gate.sources.put(
        Gate.ORDERS, Gate.orders().configured(new Packing(Set.of("gzip"), true), null, 0, 0));
    byte[] plain = bytes(Gate.body("evt_gz"));
    byte[] bomb = gzip(new byte[40 << 20]);

    Answer fine = RawHttp.once(gate.port, packed(Gate.head("evt_gz", plain), gzip(plain)));
    Answer wire = RawHttp.once(gate.port, packed(Gate.head("evt_w", gzip(plain)), gzip(plain)));
    Answer large = RawHttp.once(gate.port, packed(Gate.head("evt_b", bomb), bomb));
    Answer broken = RawHttp.once(gate.port, packed(Gate.head("evt_x", plain), plain));

    assertThat(bomb.length).isLessThan(Gate.MAX_BODY);
    assertThat(List.of(fine.status(), wire.status(), large.status(), broken.status()))
        .containsExactly(200, 400, 413, 400);
    assertThat(wire.body()).isEqualTo(broken.body());
    assertThat(db.count("event")).isEqualTo(1);
    assertThat((byte[]) db.query("select body from event").getFirst().get("body"))
        .isEqualTo(gzip(plain));
  }

  @Test
  void aSignedBombIsStoredAsItIsWithTheFaultThatMakesItADeadLetter() throws Exception {
    gate.sources.put(
        Gate.ORDERS, Gate.orders().configured(new Packing(Set.of("gzip"), false), null, 0, 0));
    byte[] bomb = gzip(new byte[40 << 20]);

    assertThat(RawHttp.once(gate.port, packed(Gate.head("evt_b", bomb), bomb)).status())
        .isEqualTo(200);

    assertThat(db.query("select fault from event").getFirst().get("fault")).isEqualTo("TOO_LARGE");
  }

  private static String packed(String head, byte[] body) {
    return head
        + "Content-Encoding: gzip\r\nContent-Length: "
        + body.length
        + "\r\n\r\n"
        + new String(body, StandardCharsets.ISO_8859_1);
  }

  private static byte[] gzip(byte[] plain) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(plain);
    }
    return packed.toByteArray();
  }

  @Test
  void aBodyThatTricklesIsCutOffAndOthersAreServedMeanwhile() throws Exception {
    byte[] body = jsonOf(20_000);
    long began = System.nanoTime();
    try (RawHttp slow = new RawHttp(gate.port)) {
      slow.send(Gate.head("evt_slow", body) + "Content-Length: " + body.length + "\r\n\r\n");
      Thread trickle = trickle(slow, body);
      assertThat(RawHttp.once(gate.port, Gate.request("evt_other")).status()).isEqualTo(200);

      Optional<Answer> answer = slow.read();

      answer.ifPresent(a -> assertThat(a.status()).isEqualTo(408));
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(6));
      trickle.interrupt();
      trickle.join();
    }
    assertThat(db.count("event")).isEqualTo(1);
    assertThat(gate.refused).contains(RejectReason.TOO_SLOW);
  }

  @Test
  void aHeaderThatTricklesIsCutOff() throws Exception {
    long began = System.nanoTime();
    try (RawHttp slow = new RawHttp(gate.port)) {
      Thread trickle = trickle(slow, bytes("POST /in/orders HTTP/1.1\r\nX: " + "a".repeat(5000)));
      assertThat(slow.isClosed() || slow.isClosed()).isTrue();
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(9));
      trickle.interrupt();
      trickle.join();
    }
  }

  @Test
  void aConnectionCarriesManyRequests() throws Exception {
    try (RawHttp http = new RawHttp(gate.port)) {
      http.send(Gate.request("evt_a") + Gate.request("evt_b") + Gate.request("evt_c"));
      for (int i = 0; i < 3; i++) {
        assertThat(http.read().orElseThrow().status()).isEqualTo(200);
      }
    }
    assertThat(db.count("event")).isEqualTo(3);
  }

  @Test
  void anUnreadBodyIsNotTakenForTheNextRequest() throws Exception {
    String inner = Gate.request("evt_inner");
    try (RawHttp http = new RawHttp(gate.port)) {
      http.send(
          "POST /in/nobody HTTP/1.1\r\nHost: g\r\nContent-Length: "
              + inner.length()
              + "\r\n\r\n"
              + inner);
      assertThat(http.read().orElseThrow().status()).isEqualTo(404);
      assertThat(http.isClosed()).isTrue();
    }
    assertThat(db.count("event")).isZero();
  }

  @Test
  void theBytesHeldAtOnceAreBounded() throws Exception {
    IntakeSettings small = settings(Gate.MAX_BODY, 100);
    byte[] body = jsonOf(60_000);
    String head = Gate.head("evt_1", body) + "Content-Length: " + body.length + "\r\n\r\n";
    try (Gate narrow = new Gate(db.database(), small, JournalSettings.DEFAULTS);
        RawHttp first = new RawHttp(narrow.port);
        RawHttp second = new RawHttp(narrow.port)) {
      first.send(head).send(Arrays.copyOf(body, 50_000));
      // The first has to be read before the second comes: a small one gets through beside it.
      await()
          .until(
              () -> {
                Answer answer =
                    second.send(head).send(Arrays.copyOf(body, 59_000)).read().orElseThrow();
                return answer.status() == 503 && answer.header("Retry-After").isPresent();
              });
      first.send(Arrays.copyOfRange(body, 50_000, 60_000));
      assertThat(first.read().orElseThrow().status()).isEqualTo(200);
      assertThat(RawHttp.once(narrow.port, Gate.request("evt_2")).status()).isEqualTo(200);
    }
    assertThat(db.count("event")).isEqualTo(2);
  }

  @Test
  void silentConnectionsMakeRoomForOthersWhenThereAreTooMany() throws Exception {
    try (Gate narrow = new Gate(db.database(), settings(8 << 20, 2), JournalSettings.DEFAULTS);
        RawHttp silent = new RawHttp(narrow.port);
        RawHttp mute = new RawHttp(narrow.port);
        RawHttp third = new RawHttp(narrow.port)) {
      Optional<Answer> answer = third.send(Gate.request("evt_1")).read();

      assertThat(answer.orElseThrow().status()).isEqualTo(200);
      assertThat(silent.isClosed() || mute.isClosed()).isTrue();
    }
  }

  private static IntakeSettings settings(long inFlight, int connections) {
    IntakeSettings like = Gate.SETTINGS;
    return new IntakeSettings(
        like.host(),
        0,
        like.maxBodyBytes(),
        inFlight,
        like.maxHeaderBytes(),
        connections,
        Duration.ofSeconds(20),
        Duration.ofSeconds(20),
        like.retryAfter(),
        like.stopWithin(),
        0,
        50);
  }

  private static Thread trickle(RawHttp http, byte[] bytes) {
    return Thread.ofVirtual()
        .start(
            () -> {
              var pause = new Semaphore(0);
              try {
                for (byte b : bytes) {
                  http.send(new byte[] {b});
                  boolean woken = pause.tryAcquire(20, TimeUnit.MILLISECONDS);
                  if (woken) {
                    return;
                  }
                }
              } catch (IOException | InterruptedException e) {
                // Cut off, as it should be, or told to end.
              }
            });
  }

  private static byte[] jsonOf(int length) {
    String frame = "{\"type\":\"order.paid\",\"p\":\"\"}";
    return bytes(
        frame.replace("\"p\":\"\"", "\"p\":\"" + "x".repeat(length - frame.length()) + "\""));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** The server may hang up before all of it is sent: that is an answer too. */
  private static void sendIfOpen(RawHttp http, byte[]... parts) {
    try {
      for (byte[] part : parts) {
        http.send(part);
      }
    } catch (IOException e) {
      // Told by isClosed.
    }
  }
}
