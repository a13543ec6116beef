package dev.gatehouse.receive.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.config.preset.PresetCatalogue;
import dev.gatehouse.db.TestDatabase;
import dev.gatehouse.event.SourceName;
import dev.gatehouse.receive.extract.EventSpec;
import dev.gatehouse.receive.extract.Extractor;
import dev.gatehouse.receive.intake.RawHttp.Answer;
import dev.gatehouse.receive.signature.SignatureSpec;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sources whose keys are fetched, over real sockets; only the fetching itself is played. */
class PublishedKeysTest {
  private static final SourceName TOPIC = new SourceName("topic");
  private static final String CERT = "https://sns.eu-west-1.amazonaws.com/key.pem";

  private final List<URI> fetched = new CopyOnWriteArrayList<>();
  private TestDatabase db;
  private Gate gate;
  private KeyPair pair;
  private int number;

  @BeforeEach
  void open() throws Exception {
    db = TestDatabase.fresh();
    gate = new Gate(db.database());
    pair = pair();
    SignatureSpec signature =
        PresetCatalogue.bundled()
            .preset("aws-sns")
            .orElseThrow()
            .signature()
            .with(Map.of("topic", "arn:1"));
    gate.sources.put(
        TOPIC,
        SourceSettings.of(
            TOPIC,
            signature,
            List::of,
            Extractor.of(
                EventSpec.json("json:/MessageId", "json:/Type"), List.of(), signature.coverage()),
            List.of(),
            Gate.MAX_BODY));
    publish(pair);
  }

  @AfterEach
  void close() {
    gate.close();
    db.close();
  }

  @Test
  void theKeyIsFetchedOnceAndKept() throws Exception {
    assertThat(send(message(pair, CERT)).status()).isEqualTo(200);
    assertThat(send(message(pair, CERT)).status()).isEqualTo(200);

    assertThat(fetched).containsExactly(URI.create(CERT));
    assertThat(db.query("select distinct matched_secret from event").toString())
        .contains("published:sns.eu-west-1.amazonaws.com");
  }

  @Test
  void nothingIsFetchedFromAnotherHostAndNothingSignedByOthersGetsIn() throws Exception {
    assertThat(send(message(pair, "https://sns.evil.example/key.pem")).status()).isEqualTo(400);
    assertThat(send(message(pair, "http://sns.eu-west-1.amazonaws.com/key.pem")).status())
        .isEqualTo(400);
    assertThat(fetched).isEmpty();

    assertThat(send(message(pair(), CERT)).status()).isEqualTo(400);
    assertThat(db.count("event")).isZero();
  }

  @Test
  void whileTheKeyCannotBeHadTheSenderIsToComeAgain() throws Exception {
    gate.fetcher.set(
        url -> {
          fetched.add(url);
          throw new IOException("connection refused");
        });

    Answer away = send(message(pair, CERT));
    Answer resting = send(message(pair, CERT));

    assertThat(List.of(away.status(), resting.status())).containsExactly(503, 503);
    assertThat(away.header("Retry-After")).isPresent();
    assertThat(fetched).hasSize(1);
    assertThat(db.count("event")).isZero();

    publish(pair);
    pass(Duration.ofSeconds(6));
    assertThat(send(message(pair, CERT)).status()).isEqualTo(200);
  }

  @Test
  void aPlaceWithoutAKeyThatTheRequestNamesIsTheSendersFault() throws Exception {
    gate.fetcher.set(
        url -> {
          throw new PublishedKeys.NoKey("status 404");
        });
    assertThat(send(message(pair, CERT)).status()).isEqualTo(400);

    gate.fetcher.set(url -> "<html>no key</html>");
    pass(Duration.ofSeconds(6));
    assertThat(send(message(pair, CERT)).status()).isEqualTo(400);
  }

  @Test
  void aStrangeSignatureAsksForNewKeysOnceAMinuteAtMost() throws Exception {
    assertThat(send(message(pair, CERT)).status()).isEqualTo(200);
    KeyPair next = pair();
    publish(next);

    assertThat(send(message(next, CERT)).status()).isEqualTo(400);
    pass(Duration.ofSeconds(61));
    assertThat(send(message(next, CERT)).status()).isEqualTo(200);
    assertThat(send(message(pair, CERT)).status()).isEqualTo(400);
    assertThat(fetched).hasSize(2);
  }

  @Test
  void keysOutliveAnOutageOfTheirHostButNotADay() throws Exception {
    assertThat(send(message(pair, CERT)).status()).isEqualTo(200);
    gate.fetcher.set(
        url -> {
          throw new IOException("down");
        });

    pass(Duration.ofHours(23));
    assertThat(send(message(pair, CERT)).status()).isEqualTo(200);
    pass(Duration.ofHours(2));
    assertThat(send(message(pair, CERT)).status()).isEqualTo(503);
  }

  @Test
  void manyWhoNeedTheSameKeyWaitForOneFetch() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    PublishedKeys.Fetcher before = gate.fetcher.get();
    gate.fetcher.set(
        url -> {
          go.await();
          return before.fetch(url);
        });
    List<Callable<Integer>> sends = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      String request = message(pair, CERT);
      sends.add(() -> send(request).status());
    }
    try (var pool = Executors.newFixedThreadPool(20)) {
      List<Future<Integer>> answers = sends.stream().map(pool::submit).toList();
      go.countDown();
      for (Future<Integer> answer : answers) {
        assertThat(answer.get()).isEqualTo(200);
      }
    }

    assertThat(fetched).hasSize(1);
    assertThat(db.count("event")).isEqualTo(20);
  }

  private void publish(KeyPair keys) {
    gate.fetcher.set(
        url -> {
          fetched.add(url);
          return "-----BEGIN PUBLIC KEY-----\n"
              + Base64.getMimeEncoder().encodeToString(keys.getPublic().getEncoded())
              + "\n-----END PUBLIC KEY-----\n";
        });
  }

  private void pass(Duration time) {
    gate.nanos.addAndGet(time.toNanos());
  }

  private String message(KeyPair signer, String cert) throws Exception {
    String id = "m" + ++number;
    String at = Instant.now().toString();
    String signed =
        "Message\nhello\nMessageId\n%s\nTimestamp\n%s\nTopicArn\narn:1\nType\nNotification\n"
            .formatted(id, at);
    Signature signature = Signature.getInstance("SHA256withRSA");
    signature.initSign(signer.getPrivate());
    signature.update(signed.getBytes(StandardCharsets.UTF_8));
    String body =
        """
        {"Type":"Notification","MessageId":"%s","TopicArn":"arn:1","Message":"hello","Timestamp":"%s",\
        "SignatureVersion":"2","SigningCertURL":"%s","Signature":"%s"}\
        """
            .formatted(id, at, cert, Base64.getEncoder().encodeToString(signature.sign()));
    return "POST /in/topic HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: "
        + body.length()
        + "\r\n\r\n"
        + body;
  }

  private Answer send(String request) throws IOException {
    return RawHttp.once(gate.port, request);
  }

  private static KeyPair pair() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    return generator.generateKeyPair();
  }
}
