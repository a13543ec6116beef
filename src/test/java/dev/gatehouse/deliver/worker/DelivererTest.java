package dev.gatehouse.deliver.worker;

import static dev.gatehouse.deliver.Samples.delivery;
import static dev.gatehouse.deliver.Samples.event;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gatehouse.db.Pool;
import dev.gatehouse.db.TestDatabase;
import dev.gatehouse.deliver.DestinationSettings;
import dev.gatehouse.deliver.Sink;
import dev.gatehouse.deliver.Target;
import dev.gatehouse.deliver.destination.Destinations;
import dev.gatehouse.deliver.retry.RetryPolicy;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.ErrorCode;
import dev.gatehouse.process.outbox.Outgoing;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DelivererTest {
  private static final DestinationName A = new DestinationName("a");
  private static final DestinationName B = new DestinationName("b");

  private TestDatabase db;

  @BeforeEach
  void open() {
    db = TestDatabase.fresh();
  }

  @AfterEach
  void close() {
    db.close();
  }

  private List<Map<String, Object>> attempts() {
    return db.query("select * from attempt order by at, number");
  }

  private List<Object> column(String name) {
    return attempts().stream().map(row -> row.get(name)).toList();
  }

  private void awaitCount(String table, long count) {
    await().atMost(Duration.ofSeconds(20)).until(() -> db.count(table) == count);
  }

  @Test
  void whatIsHandedOverIsDeliveredAndWrittenDownOnce() {
    try (Sink sink = Sink.answering(200);
        Node node = Node.started(db, Node.to("a", sink))) {
      List<Outgoing> all =
          IntStream.range(0, 200).mapToObj(i -> delivery(event("k" + i), A)).toList();
      node.write(all);
      awaitCount("attempt", 200);
      assertThat(sink.received()).hasSize(200);
      assertThat(column("result")).containsOnly("delivered");
      assertThat(column("terminal")).containsOnly(true);
      assertThat(column("http_status")).containsOnly(200);
      assertThat(column("node")).containsOnly("node");
      assertThat(db.count("retry")).isZero();
      await().until(() -> node.delivered.size() == 200);
      assertThat(node.deliverer.activity(A).queued()).isZero();
      assertThat(node.deliverer.activity(A).underWay()).isZero();
    }
  }

  @Test
  void whatNobodyHandedOverIsFound() {
    Node.insert(
        db.database(), IntStream.range(0, 50).mapToObj(i -> delivery(event("k"), A)).toList());
    try (Sink sink = Sink.answering(200);
        Node node = Node.started(db, Node.to("a", sink))) {
      awaitCount("attempt", 50);
      assertThat(node.attempts).hasSize(50);
    }
  }

  @Test
  void aDestinationThatHealsAfterTwoTriesGetsTheSameKeyThreeTimes() {
    try (Sink sink = Sink.answering(500, 503, 200);
        Node node = Node.started(db, Node.to("a", sink))) {
      Outgoing delivery = delivery(event("1"), A);
      node.write(delivery);
      awaitCount("attempt", 3);
      assertThat(column("result")).containsExactly("retry", "retry", "delivered");
      assertThat(column("number")).containsExactly(1, 2, 3);
      assertThat(column("error")).containsExactly("HTTP 500", "HTTP 503", null);
      assertThat(sink.received().stream().map(r -> r.header("Idempotency-Key")))
          .containsOnly(delivery.id().toString());
      assertThat(sink.received().stream().map(r -> r.header("Gatehouse-Attempt")))
          .containsExactly("1", "2", "3");
      assertThat(db.count("retry")).isZero();
      assertThat(db.count("dead_letter")).isZero();
    }
  }

  @Test
  void aDestinationThatNeverHealsEndsInADeadLetterAndTheHistoryStays() {
    try (Sink sink = Sink.answering(500);
        Node node = Node.started(db, Node.to("a", sink))) {
      Outgoing delivery = delivery(event("1"), A);
      node.write(delivery);
      awaitCount("dead_letter", 1);
      assertThat(column("result")).containsExactly("retry", "retry", "exhausted");
      assertThat(db.count("retry")).isZero();
      Map<String, Object> letter = db.query("select * from dead_letter").getFirst();
      assertThat(letter)
          .containsEntry("code", "RETRIES_EXHAUSTED")
          .containsEntry("stage", "deliver")
          .containsEntry("attempts", 3)
          .containsEntry("delivery", delivery.id().value())
          .containsEntry("destination", "a")
          .containsEntry("completed_steps", "verdict:applied");
      assertThat(letter.get("first_attempt_at")).isNotNull();
      assertThat(letter.get("last_attempt_at")).isNotNull();
      await().until(() -> node.dead.equals(List.of(ErrorCode.RETRIES_EXHAUSTED)));
    }
  }

  @Test
  void aRefusalIsADeadLetterAtOnceAndNamesTheStepsThatAreDone() {
    try (Sink good = Sink.answering(200);
        Sink bad = Sink.answering(422);
        Node node = Node.started(db, Node.to("a", bad), Node.to("b", good))) {
      var event = event("1");
      node.write(delivery(event, B));
      awaitCount("attempt", 1);
      node.write(delivery(event, A));
      awaitCount("dead_letter", 1);
      assertThat(bad.received()).hasSize(1);
      assertThat(db.query("select code, message, completed_steps from dead_letter").getFirst())
          .containsEntry("code", "DESTINATION_REJECTED")
          .containsEntry("message", "HTTP 422")
          .containsEntry("completed_steps", "verdict:applied,delivered:b");
    }
  }

  @Test
  void aDestinationThatLeadsInsideIsADeadLetterAndNotConnectedTo() {
    Target.Http outside =
        new Target.Http(
            "http://example.com/",
            false,
            true,
            Duration.ofSeconds(1),
            List.of(),
            Map.of(),
            Set.of());
    try (Node node =
        new Node(
            db.database(),
            "node",
            List.of(DestinationSettings.of(A, outside)),
            new Destinations(host -> new InetAddress[] {InetAddress.getLoopbackAddress()}),
            Duration.ofMinutes(1))) {
      node.deliverer.start();
      node.write(delivery(event("1"), A));
      awaitCount("dead_letter", 1);
      assertThat(db.query("select code, message from dead_letter").getFirst())
          .containsEntry("code", "DESTINATION_FORBIDDEN")
          .containsEntry("message", "the destination's address is not allowed");
    }
  }

  @Test
  void retryAfterIsKeptByTheDatabasesClock() {
    try (Sink sink = Sink.answering(r -> new Sink.Answer(503, Map.of("Retry-After", "120")));
        Node node = Node.started(db, Node.to("a", sink))) {
      node.write(delivery(event("1"), A));
      awaitCount("retry", 1);
      assertThat(
              db.query(
                      "select next_at - now() between interval '110 seconds' and interval '121"
                          + " seconds' as good, attempts, number, state, last_result from retry")
                  .getFirst())
          .containsEntry("good", true)
          .containsEntry("attempts", 1)
          .containsEntry("number", 1)
          .containsEntry("state", "due")
          .containsEntry("last_result", "HTTP 503");
    }
  }

  @Test
  void whatWaitsForItsNextTryOutlivesARestart() {
    try (Sink sink = Sink.answering(500)) {
      DestinationSettings patient =
          Node.to("a", sink)
              .with(RetryPolicy.of(Duration.ofDays(9), Duration.ofDays(9), 5, Duration.ofDays(99)));
      Outgoing delivery = delivery(event("1"), A);
      try (Node node = Node.started(db, patient)) {
        node.write(delivery);
        awaitCount("retry", 1);
      }
      sink.answer(200);
      // Days have gone by.
      db.execute("update retry set next_at = now()");
      try (Node node = Node.started(db, patient)) {
        awaitCount("attempt", 2);
        assertThat(column("number")).containsExactly(1, 2);
        assertThat(sink.received())
            .extracting(r -> r.header("Idempotency-Key") + " " + r.header("Gatehouse-Attempt"))
            .containsExactly(delivery.id() + " 1", delivery.id() + " 2");
        assertThat(db.count("retry")).isZero();
        assertThat(node.dead).isEmpty();
      }
    }
  }

  @Test
  void aHangingDestinationDoesNotHoldBackAnother() throws Exception {
    CountDownLatch hang = new CountDownLatch(1);
    try (Sink hanging =
            Sink.answering(
                r -> {
                  awaitLatch(hang);
                  return Sink.Answer.of(200);
                });
        Sink good = Sink.answering(200);
        Node node = Node.started(db, Node.to("a", hanging), Node.to("b", good))) {
      List<Outgoing> all = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        var event = event("k" + i);
        all.add(delivery(event, A));
        all.add(delivery(event, B));
      }
      node.write(all);
      await().atMost(Duration.ofSeconds(20)).until(() -> good.received().size() == 300);
      assertThat(hanging.received()).hasSizeLessThanOrEqualTo(16);
      hang.countDown();
      awaitCount("attempt", 600);
    } finally {
      hang.countDown();
    }
  }

  @Test
  void retriesDoNotKeepFirstAttemptsWaiting() {
    CountDownLatch hang = new CountDownLatch(1);
    try (Sink sink =
            Sink.answering(
                r -> {
                  if (!r.text().contains("bad")) {
                    return Sink.Answer.of(200);
                  }
                  if (!"1".equals(r.header("Gatehouse-Attempt"))) {
                    awaitLatch(hang);
                  }
                  return Sink.Answer.of(500);
                });
        Node node = Node.started(db, Node.to("a", sink).withLimits(4, 0))) {
      node.write(IntStream.range(0, 40).mapToObj(i -> delivery(event("bad" + i), A)).toList());
      awaitCount("retry", 40);
      // By now retries hang in every place they may have.
      node.write(IntStream.range(0, 100).mapToObj(i -> delivery(event("good" + i), A)).toList());
      await()
          .atMost(Duration.ofSeconds(20))
          .until(
              () ->
                  (long)
                          db.query("select count(*) as n from attempt where result = 'delivered'")
                              .getFirst()
                              .get("n")
                      == 100);
    } finally {
      hang.countDown();
    }
  }

  @Test
  void whatWasSentButNotWrittenDownIsSentAgainUnderTheSameKey() {
    CountDownLatch hang = new CountDownLatch(1);
    try (Sink sink =
        Sink.answering(
            r -> {
              awaitLatch(hang);
              return Sink.Answer.of(200);
            })) {
      Outgoing delivery = delivery(event("1"), A);
      Node first = Node.started(db, Node.to("a", sink));
      first.write(delivery);
      await().until(() -> sink.received().size() == 1);
      first.deliverer.stop(Duration.ZERO);
      assertThat(db.count("attempt")).isZero();

      hang.countDown();
      try (Node second = Node.started(db, Node.to("a", sink))) {
        awaitCount("attempt", 1);
        assertThat(second.attempts).containsExactly("a delivered");
      }
      assertThat(sink.received().stream().map(r -> r.header("Idempotency-Key")))
          .containsExactly(delivery.id().toString(), delivery.id().toString());
    } finally {
      hang.countDown();
    }
  }

  @Test
  void aStopLetsWhatIsUnderWayEndAndLeavesTheRest() {
    CountDownLatch hang = new CountDownLatch(1);
    try (Sink sink =
        Sink.answering(
            r -> {
              awaitLatch(hang);
              return Sink.Answer.of(200);
            })) {
      Node node = Node.started(db, Node.to("a", sink).unadaptive());
      node.write(IntStream.range(0, 100).mapToObj(i -> delivery(event("k" + i), A)).toList());
      await().until(() -> sink.received().size() == 16);
      Thread stop = Thread.ofVirtual().start(() -> node.deliverer.stop(Duration.ofSeconds(10)));
      hang.countDown();
      await().until(() -> !stop.isAlive());
      assertThat(db.count("attempt")).isEqualTo(16);
      assertThat(sink.received()).hasSize(16);
    } finally {
      hang.countDown();
    }
  }

  @Test
  void aResultThatAnotherNodeHasWrittenHasNoConsequences() {
    CountDownLatch hang = new CountDownLatch(1);
    try (Sink sink =
            Sink.answering(
                r -> {
                  awaitLatch(hang);
                  return Sink.Answer.of(422);
                });
        Node node = Node.started(db, Node.to("a", sink))) {
      Outgoing delivery = delivery(event(null), A);
      node.write(delivery);
      await().until(() -> sink.received().size() == 1);
      execute(
          "insert into attempt (delivery, run, number, event, destination, at, result, terminal,"
              + " latency_ms, node) values ('"
              + delivery.id()
              + "', 0, 1, '"
              + delivery.event().id()
              + "', 'a', now(), 'delivered', true, 1, 'other')");
      hang.countDown();
      await().until(() -> node.deliverer.activity(A).underWay() == 0);
      node.write(delivery(event(null), A));
      awaitCount("attempt", 2);
      assertThat(db.query("select node from attempt where delivery = ?", delivery.id().value()))
          .containsExactly(Map.of("node", "other"));
      awaitCount("dead_letter", 1);
      assertThat(db.query("select 1 from dead_letter where delivery = ?", delivery.id().value()))
          .isEmpty();
    } finally {
      hang.countDown();
    }
  }

  @Test
  void connectionsThatAreKilledLoseNothing() {
    try (Sink sink = Sink.answering(200);
        Node node = Node.started(db, Node.to("a", sink))) {
      for (int round = 0; round < 5; round++) {
        node.write(IntStream.range(0, 100).mapToObj(i -> delivery(event(null), A)).toList());
        execute(
            "select pg_terminate_backend(pid) from pg_stat_activity"
                + " where application_name = 'gatehouse-work' and datname = current_database()");
      }
      awaitCount("attempt", 500);
      assertThat(column("result")).containsOnly("delivered");
    }
  }

  @Test
  void aRateIsKept() {
    try (Sink sink = Sink.answering(200);
        Node node = Node.started(db, Node.to("a", sink).withLimits(16, 20))) {
      long began = System.nanoTime();
      node.write(IntStream.range(0, 22).mapToObj(i -> delivery(event("k" + i), A)).toList());
      awaitCount("attempt", 22);
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(Duration.ofMillis(900));
    }
  }

  @Test
  void aDestinationThatComesGoesToWorkAndOneThatIsGoneIsGivenUpAfterAWhile() {
    try (Sink sink = Sink.answering(200);
        Sink sick = Sink.answering(500);
        Node node =
            new Node(
                db.database(),
                "node",
                List.of(Node.to("b", sick).with(slow())),
                new Destinations(),
                Duration.ZERO)) {
      node.deliverer.start();
      node.write(delivery(event("1"), B), delivery(event("1"), B));
      awaitCount("retry", 2);
      node.configure(Node.to("a", sink));
      node.write(delivery(event("2"), A));
      awaitCount("dead_letter", 2);
      assertThat(db.query("select distinct code from dead_letter").getFirst())
          .containsEntry("code", "DESTINATION_GONE");
      assertThat(db.count("retry")).isZero();
      await().until(() -> sink.received().size() == 1);
    }
  }

  private static dev.gatehouse.deliver.retry.RetryPolicy slow() {
    return dev.gatehouse.deliver.retry.RetryPolicy.of(
        Duration.ofHours(1), Duration.ofHours(1), 3, Duration.ofDays(30));
  }

  private void execute(String sql) {
    db.database()
        .run(
            Pool.ADMIN,
            tx -> {
              try (var statement = tx.connection().createStatement()) {
                boolean unused = statement.execute(sql);
              } catch (java.sql.SQLException e) {
                throw new IllegalStateException(e);
              }
            });
  }

  static void awaitLatch(CountDownLatch latch) {
    try {
      boolean unused = latch.await(30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
