package dev.gatehouse.deliver.destination;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.deliver.Samples;
import dev.gatehouse.deliver.Sink;
import dev.gatehouse.deliver.Target;
import dev.gatehouse.deliver.retry.AttemptResult;
import dev.gatehouse.deliver.retry.AttemptResult.Answered;
import dev.gatehouse.deliver.retry.AttemptResult.NoAnswer;
import dev.gatehouse.deliver.retry.AttemptResult.Trouble;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.Headers;
import dev.gatehouse.event.InboundEvent;
import dev.gatehouse.receive.signature.LiveSecret;
import dev.gatehouse.receive.signature.Secret;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class HttpDestinationTest {
  private static final DestinationName NAME = new DestinationName("fulfilment");
  private static final Instant AT = Instant.parse("2026-03-01T12:00:00Z");
  private static final Duration LIMIT = Duration.ofMillis(600);

  private static Parcel parcel(InboundEvent event) {
    return new Parcel(Samples.delivery(event, NAME), 0, 1, null, AT);
  }

  private static AttemptResult send(Target.Http target, InboundEvent event) {
    return send(target, parcel(event), NameLookup.SYSTEM);
  }

  private static AttemptResult send(Target.Http target, Parcel parcel, NameLookup lookup) {
    try (HttpDestination destination = new HttpDestination(target, 4, lookup)) {
      return destination.send(parcel);
    }
  }

  private static Target.Http inside(String url) {
    return new Target.Http(url, true, true, Duration.ofSeconds(5), List.of(), Map.of(), Set.of());
  }

  @Test
  void theReceiverGetsTheBytesAsTheyCame() {
    try (Sink sink = Sink.answering(200)) {
      String body = "{ \"a\" : 1.0,\r\n\t\"b\":\"\\u00e4\u00e4\u0000\" }\n";
      InboundEvent event = Samples.event("1001", "order.paid", body, Headers.NONE);
      Parcel parcel = parcel(event);

      assertThat(send(inside(sink.url()), parcel, NameLookup.SYSTEM))
          .isEqualTo(new Answered(200, null));

      Sink.Received got = sink.received().getFirst();
      assertThat(got.body()).isEqualTo(event.body().bytes());
      assertThat(got.header("Content-Type")).isEqualTo("application/json; charset=utf-8");
      assertThat(got.header("Idempotency-Key")).isEqualTo(parcel.delivery().id().toString());
      assertThat(got.header("webhook-id")).isEqualTo(parcel.delivery().id().toString());
      assertThat(got.header("webhook-timestamp")).isEqualTo("1772366400");
      assertThat(got.header("webhook-signature")).isNull();
      assertThat(got.header("Gatehouse-Event-Id")).isEqualTo(event.id().toString());
      assertThat(got.header("Gatehouse-Source")).isEqualTo("erp");
      assertThat(got.header("Gatehouse-Event-Type")).isEqualTo("order.paid");
      assertThat(got.header("Gatehouse-Provider-Event-Id")).isEqualTo(event.eventId());
      assertThat(got.header("Gatehouse-Sequence")).isEqualTo("7");
      assertThat(got.header("Gatehouse-Position"))
          .isEqualTo(
              Long.toString(ChronoUnit.MICROS.between(Instant.EPOCH, parcel.delivery().at())));
      assertThat(got.header("Gatehouse-Attempt")).isEqualTo("1");
      assertThat(got.header("Gatehouse-Replay")).isNull();
      assertThat(got.header("traceparent")).matches("00-[0-9a-f]{32}-[0-9a-f]{16}-01");
      assertThat(got.header("Accept-Encoding")).isEqualTo("identity");
    }
  }

  @Test
  void aReRunSaysSo() {
    try (Sink sink = Sink.answering(200)) {
      UUID replay = UUID.randomUUID();
      var delivery = Samples.delivery(Samples.event("1"), NAME);
      AttemptResult first =
          send(inside(sink.url()), new Parcel(delivery, 1, 2, null, AT), NameLookup.SYSTEM);
      AttemptResult second =
          send(inside(sink.url()), new Parcel(delivery, 2, 1, replay, AT), NameLookup.SYSTEM);
      assertThat(first).isEqualTo(second);
      assertThat(sink.received().get(0).header("Gatehouse-Replay")).isEqualTo("run-1");
      assertThat(sink.received().get(0).header("Gatehouse-Attempt")).isEqualTo("2");
      assertThat(sink.received().get(1).header("Gatehouse-Replay")).isEqualTo(replay.toString());
      assertThat(sink.received().get(0).header("Idempotency-Key"))
          .isEqualTo(sink.received().get(1).header("Idempotency-Key"));
      assertThat(sink.received().get(0).header("Gatehouse-Position"))
          .isEqualTo(sink.received().get(1).header("Gatehouse-Position"));
    }
  }

  @Test
  void everyLiveSecretSigns() throws Exception {
    try (Sink sink = Sink.answering(200)) {
      byte[] key = "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.UTF_8);
      String whsec = "whsec_" + Base64.getEncoder().encodeToString(key);
      Target.Http target =
          inside(sink.url())
              .signedWith(
                  List.of(
                      LiveSecret.of("current", whsec),
                      new LiveSecret("previous", new Secret("old-text"), AT.plusSeconds(1)),
                      new LiveSecret("ended", new Secret("older-text"), AT)));
      Parcel parcel = parcel(Samples.event("1"));
      AttemptResult unused = send(target, parcel, NameLookup.SYSTEM);

      String signed = parcel.delivery().id() + ".1772366400.";
      byte[] body = parcel.delivery().event().body().bytes();
      assertThat(sink.received().getFirst().header("webhook-signature"))
          .isEqualTo(
              "v1,"
                  + hmac(key, signed, body)
                  + " v1,"
                  + hmac("old-text".getBytes(StandardCharsets.UTF_8), signed, body));
    }
  }

  @Test
  void headersThatWereAskedForAreAddedAndSecretsOfTheSenderAreNot() {
    try (Sink sink = Sink.answering(200)) {
      Target.Http target =
          new Target.Http(
              sink.url(),
              true,
              false,
              LIMIT,
              List.of(),
              Map.of("Authorization", new Secret("Bearer abc")),
              Set.of("X-Tenant"));
      Headers headers =
          Headers.of(
              "x-tenant",
              "t1",
              "X-Signature",
              "secret",
              "Cookie",
              "c",
              "traceparent",
              "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00");
      AttemptResult unused = send(target, Samples.event("1", "order.paid", "{}", headers));
      Sink.Received got = sink.received().getFirst();
      assertThat(got.header("Authorization")).isEqualTo("Bearer abc");
      assertThat(got.header("X-Tenant")).isEqualTo("t1");
      assertThat(got.header("X-Signature")).isNull();
      assertThat(got.header("Cookie")).isNull();
      assertThat(got.header("traceparent"))
          .matches("00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-00")
          .doesNotContain("b7ad6b7169203331");
    }
  }

  @Test
  void whatCannotStandInAHeaderIsLeftOutAndTheEventIsSentAllTheSame() {
    try (Sink sink = Sink.answering(200)) {
      InboundEvent event =
          Samples.event("1", "paid\r\nX-Evil: 1", "{}", Headers.of("X-Tenant", "t\u00e4"));
      Target.Http target =
          new Target.Http(sink.url(), true, false, LIMIT, List.of(), Map.of(), Set.of("X-Tenant"));
      assertThat(send(target, event)).isEqualTo(new Answered(200, null));
      Sink.Received got = sink.received().getFirst();
      assertThat(got.header("Gatehouse-Event-Type")).isNull();
      assertThat(got.header("X-Evil")).isNull();
      assertThat(got.header("X-Tenant")).isNull();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  void redirectsAreNotFollowed(int status) {
    try (Sink other = Sink.answering(200);
        Sink sink =
            Sink.answering(request -> new Sink.Answer(status, Map.of("Location", other.url())))) {
      assertThat(send(inside(sink.url()), Samples.event("1")))
          .isEqualTo(new Answered(status, null));
      assertThat(other.received()).isEmpty();
      assertThat(sink.received()).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 407, 408, 421, 429, 503})
  void anAttemptIsOneRequestWhateverTheAnswer(int status) {
    try (Sink sink =
        Sink.answering(
            request ->
                new Sink.Answer(
                    status,
                    Map.of(
                        "Retry-After", "0",
                        "WWW-Authenticate", "Basic realm=x",
                        "Proxy-Authenticate", "Basic realm=x")))) {
      assertThat(send(inside(sink.url()), Samples.event("1"))).isEqualTo(new Answered(status, "0"));
      assertThat(sink.received()).hasSize(1);
    }
  }

  @Test
  void aTricklingHeaderRunsIntoTheLimit() throws Exception {
    try (RawServer server = RawServer.trickling("HTTP/1.1 200 OK\r\nX-A: ", "a")) {
      assertTimesOut(server, new NoAnswer(Trouble.TIMEOUT));
    }
  }

  @Test
  void aTricklingBodyCostsNoMoreThanTheLimitAndTheStatusCounts() throws Exception {
    try (RawServer server =
        RawServer.trickling("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n", "a")) {
      assertTimesOut(server, new Answered(200, null));
    }
  }

  @Test
  void aReceiverThatNeverAnswersRunsIntoTheLimit() throws Exception {
    try (RawServer server = RawServer.trickling("", "")) {
      assertTimesOut(server, new NoAnswer(Trouble.TIMEOUT));
    }
  }

  private static void assertTimesOut(RawServer server, AttemptResult expected) {
    long began = System.nanoTime();
    assertThat(send(inside(server.url()).within(LIMIT), Samples.event("1"))).isEqualTo(expected);
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(LIMIT.multipliedBy(4));
  }

  @Test
  void anEndlessBodyIsNotReadToItsEnd() throws Exception {
    try (RawServer server =
        RawServer.flooding(
            "HTTP/1.1 503 No\r\nRetry-After: 9\r\nTransfer-Encoding: chunked\r\n\r\n")) {
      assertThat(send(inside(server.url()), Samples.event("1"))).isEqualTo(new Answered(503, "9"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello",
        "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nshort",
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello"
      })
  void anAnswerWithABrokenBodyIsStillAnAnswer(String answer) throws Exception {
    try (RawServer server = RawServer.saying(answer)) {
      assertThat(send(inside(server.url()), Samples.event("1")))
          .isInstanceOfSatisfying(
              Answered.class, answered -> assertThat(answered.status() / 100).isEqualTo(2));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "nonsense\r\n\r\n", "HTTP/1.1 abc\r\n\r\n", "SSH-2.0-OpenSSH_9\r\n"})
  void whatIsNoAnswerIsABrokenConnection(String answer) throws Exception {
    try (RawServer server = RawServer.saying(answer)) {
      assertThat(send(inside(server.url()), Samples.event("1")))
          .isEqualTo(new NoAnswer(Trouble.BROKEN));
    }
  }

  @Test
  void aClosedPortAndAWrongProtocolAreToldApartAndNameNoAddress() throws Exception {
    int port;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    AttemptResult refused = send(inside("http://127.0.0.1:" + port + "/"), Samples.event("1"));
    assertThat(refused).isEqualTo(new NoAnswer(Trouble.CONNECT));
    assertThat(refused.text()).doesNotContain("127").doesNotContain(Integer.toString(port));
    try (RawServer server =
        new RawServer(
            (client, end) ->
                client.getOutputStream().write("220 mail\r\n".getBytes(StandardCharsets.UTF_8)))) {
      assertThat(send(inside(server.url().replace("http:", "https:")), Samples.event("1")))
          .isEqualTo(new NoAnswer(Trouble.TLS));
    }
  }

  @Test
  void aNameThatLeadsInsideIsNotConnectedTo() throws Exception {
    try (RawServer server = RawServer.saying("HTTP/1.1 200 OK\r\n\r\n")) {
      Target.Http target =
          new Target.Http(
              "http://example.com:" + server.port() + "/",
              false,
              true,
              LIMIT,
              List.of(),
              Map.of(),
              Set.of());
      InetAddress loopback = InetAddress.getLoopbackAddress();
      InetAddress outside = InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 1});
      for (NameLookup lie :
          List.<NameLookup>of(
              host -> new InetAddress[] {loopback},
              host -> new InetAddress[] {InetAddress.ofLiteral("8.8.8.8"), loopback},
              host -> new InetAddress[] {InetAddress.ofLiteral("::ffff:127.0.0.1")},
              host -> new InetAddress[] {InetAddress.ofLiteral("64:ff9b::7f00:1")},
              host -> new InetAddress[] {outside})) {
        AttemptResult result = send(target, parcel(Samples.event("1")), lie);
        assertThat(result).isEqualTo(new AttemptResult.Forbidden());
        assertThat(result.text()).doesNotContain("127").doesNotContain("refused");
      }
      assertThat(server.connections()).isZero();
    }
  }

  @Test
  void theSocketItselfLooksAtTheAddress() throws Exception {
    try (RawServer server = RawServer.saying("");
        Socket socket = new GuardedSockets(false).createSocket()) {
      var to = new java.net.InetSocketAddress(InetAddress.getLoopbackAddress(), server.port());
      assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> socket.connect(to, 1000)))
          .isInstanceOf(ForbiddenAddress.class);
      assertThat(
              org.assertj.core.api.Assertions.catchThrowable(
                  () -> socket.connect(java.net.InetSocketAddress.createUnresolved("x", 1))))
          .isInstanceOf(ForbiddenAddress.class);
      assertThat(server.connections()).isZero();
    }
  }

  @Test
  void aNameThatLeadsNowhereIsSaidToBeSo() {
    NameLookup none =
        host -> {
          throw new UnknownHostException(host);
        };
    assertThat(send(Target.Http.of("https://example.com/"), parcel(Samples.event("1")), none))
        .isEqualTo(new NoAnswer(Trouble.NAME));
  }

  @Test
  void aResolverThatHangsCostsNoMoreThanTheLimitAndOneThread() throws Exception {
    CountDownLatch hang = new CountDownLatch(1);
    AtomicInteger lookups = new AtomicInteger();
    NameLookup hanging =
        host -> {
          lookups.incrementAndGet();
          try {
            hang.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          throw new UnknownHostException(host);
        };
    Target.Http target = Target.Http.of("https://example.com/").within(LIMIT);
    try (HttpDestination destination = new HttpDestination(target, 4, hanging)) {
      long began = System.nanoTime();
      List<Thread> threads =
          java.util.stream.IntStream.range(0, 8)
              .mapToObj(
                  i ->
                      Thread.ofVirtual()
                          .start(
                              () ->
                                  assertThat(destination.send(parcel(Samples.event("1"))))
                                      .isEqualTo(new NoAnswer(Trouble.TIMEOUT))))
              .toList();
      for (Thread each : threads) {
        each.join();
      }
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(LIMIT.multipliedBy(4));
      assertThat(lookups).hasValue(1);
    } finally {
      hang.countDown();
    }
  }

  @Test
  void aConnectionIsUsedAgain() throws Exception {
    try (RawServer server = RawServer.keepingAlive()) {
      try (HttpDestination destination =
          new HttpDestination(inside(server.url()), 4, NameLookup.SYSTEM)) {
        for (int i = 0; i < 5; i++) {
          assertThat(destination.send(parcel(Samples.event("1"))))
              .isEqualTo(new Answered(200, null));
        }
      }
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  private static String hmac(byte[] key, String head, byte[] body) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    mac.update(head.getBytes(StandardCharsets.UTF_8));
    return Base64.getEncoder().encodeToString(mac.doFinal(body));
  }

  /** A server below HTTP, for answers no HTTP server would give. */
  private static final class RawServer implements AutoCloseable {
    private final ServerSocket socket;
    private final AtomicInteger connections = new AtomicInteger();
    private final CountDownLatch end = new CountDownLatch(1);

    private interface Talk {
      void with(Socket client, CountDownLatch end) throws IOException, InterruptedException;
    }

    private RawServer(Talk talk) throws IOException {
      socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
      Thread.ofVirtual()
          .start(
              () -> {
                while (!socket.isClosed()) {
                  try {
                    Socket client = socket.accept();
                    connections.incrementAndGet();
                    Thread.ofVirtual().start(() -> talk(talk, client));
                  } catch (IOException e) {
                    return;
                  }
                }
              });
    }

    private void talk(Talk talk, Socket client) {
      try (client) {
        talk.with(client, end);
      } catch (IOException e) {
        // The client has gone.
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    static RawServer saying(String answer) throws IOException {
      return new RawServer(
          (client, end) -> {
            readRequest(client);
            client.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
          });
    }

    static RawServer trickling(String head, String drop) throws IOException {
      return new RawServer(
          (client, end) -> {
            readRequest(client);
            client.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
            while (!end.await(50, java.util.concurrent.TimeUnit.MILLISECONDS)) {
              client.getOutputStream().write(drop.getBytes(StandardCharsets.ISO_8859_1));
            }
          });
    }

    static RawServer flooding(String head) throws IOException {
      return new RawServer(
          (client, end) -> {
            readRequest(client);
            client.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
            byte[] chunk =
                ("1000\r\n" + "a".repeat(0x1000) + "\r\n").getBytes(StandardCharsets.ISO_8859_1);
            while (end.getCount() > 0) {
              client.getOutputStream().write(chunk);
            }
          });
    }

    static RawServer keepingAlive() throws IOException {
      return new RawServer(
          (client, end) -> {
            while (readRequest(client)) {
              client
                  .getOutputStream()
                  .write(
                      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
                          .getBytes(StandardCharsets.ISO_8859_1));
            }
          });
    }

    /** Reads head and body of a request; false at the end of the stream. */
    private static boolean readRequest(Socket client) throws IOException {
      StringBuilder head = new StringBuilder();
      while (head.indexOf("\r\n\r\n") < 0) {
        int next = client.getInputStream().read();
        if (next < 0) {
          return false;
        }
        head.append((char) next);
      }
      var length =
          java.util.regex.Pattern.compile("(?i)content-length: (\\d+)").matcher(head.toString());
      if (length.find()) {
        client.getInputStream().readNBytes(Integer.parseInt(length.group(1)));
      }
      return true;
    }

    int port() {
      return socket.getLocalPort();
    }

    String url() {
      return "http://127.0.0.1:" + port() + "/";
    }

    int connections() {
      return connections.get();
    }

    @Override
    public void close() throws IOException {
      end.countDown();
      socket.close();
    }
  }
}
