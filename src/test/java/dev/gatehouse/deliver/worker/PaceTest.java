package dev.gatehouse.deliver.worker;

import static dev.gatehouse.deliver.Samples.delivery;
import static dev.gatehouse.deliver.Samples.event;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gatehouse.db.TestDatabase;
import dev.gatehouse.deliver.DestinationSettings;
import dev.gatehouse.deliver.Sink;
import dev.gatehouse.deliver.retry.RetryPolicy;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.process.outbox.Outgoing;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How fast a destination is worked: as it stands it, not as we could. */
@Timeout(90)
class PaceTest {
  private static final DestinationName A = new DestinationName("a");
  private static final RetryPolicy MANY =
      RetryPolicy.of(Duration.ofMillis(1), Duration.ofMillis(50), 100_000, Duration.ofHours(1));

  private TestDatabase db;

  @BeforeEach
  void open() {
    db = TestDatabase.fresh();
  }

  @AfterEach
  void close() {
    db.close();
  }

  private static List<Outgoing> deliveries(int count) {
    return IntStream.range(0, count).mapToObj(i -> delivery(event("k" + i), A)).toList();
  }

  private long delivered() {
    return (long)
        db.query("select count(*) as n from attempt where result = 'delivered'")
            .getFirst()
            .get("n");
  }

  /** A receiver that stands three at a time and says 429 to the rest. */
  private static Sink standingThree() {
    AtomicInteger atOnce = new AtomicInteger();
    return Sink.answering(
        r -> {
          int now = atOnce.incrementAndGet();
          await().pollDelay(Duration.ofMillis(5)).until(() -> true);
          atOnce.decrementAndGet();
          return Sink.Answer.of(now > 3 ? 429 : 200);
        });
  }

  private long refused(DestinationSettings settings) {
    try (Node node = Node.started(db, settings.withLimits(32, 0).with(MANY))) {
      long before = delivered();
      node.write(deliveries(400));
      await().atMost(Duration.ofSeconds(60)).until(() -> delivered() == before + 400);
    }
    return (long)
        db.query("select count(*) as n from attempt where http_status = 429").getFirst().get("n");
  }

  @Test
  void aReceiverThatSays429GetsFewerAtATime() {
    try (Sink sink = standingThree()) {
      long adaptive = refused(Node.to("a", sink));
      long stubborn = refused(Node.to("a", sink).unadaptive()) - adaptive;
      assertThat(adaptive).as("against %d without", stubborn).isLessThan(stubborn / 2);
      assertThat(sink.received()).hasSize((int) (800 + adaptive + stubborn));
    }
  }

  @Test
  void aReceiverThatAsksForQuietIsNotSentOtherDeliveriesMeanwhile() {
    try (Sink sink = Sink.answering(r -> new Sink.Answer(429, Map.of("Retry-After", "3600")));
        Node node = Node.started(db, Node.to("a", sink).withLimits(1, 0))) {
      node.write(deliveries(1));
      await().until(() -> db.count("attempt") == 1);
      node.write(deliveries(20));
      await()
          .during(Duration.ofMillis(600))
          .atMost(Duration.ofSeconds(5))
          .until(() -> sink.received().size() == 1);
      assertThat(node.deliverer.activity(A).queued()).isEqualTo(20);
    }
  }

  @Test
  void aReceiverThatAsksForLittleQuietIsGoneOnWithAfterwards() {
    AtomicInteger calls = new AtomicInteger();
    try (Sink sink =
            Sink.answering(
                r ->
                    calls.incrementAndGet() == 1
                        ? new Sink.Answer(429, Map.of("Retry-After", "1"))
                        : Sink.Answer.of(200));
        Node node = Node.started(db, Node.to("a", sink).withLimits(1, 0))) {
      node.write(deliveries(20));
      await().atMost(Duration.ofSeconds(20)).until(() -> delivered() == 20);
      assertThat(db.count("attempt")).isEqualTo(21);
    }
  }
}
