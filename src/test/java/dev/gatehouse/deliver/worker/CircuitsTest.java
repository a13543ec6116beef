package dev.gatehouse.deliver.worker;

import static dev.gatehouse.deliver.Samples.delivery;
import static dev.gatehouse.deliver.Samples.event;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gatehouse.db.Database;
import dev.gatehouse.db.TestDatabase;
import dev.gatehouse.deliver.DestinationSettings;
import dev.gatehouse.deliver.Sink;
import dev.gatehouse.deliver.breaker.BreakerSettings;
import dev.gatehouse.deliver.breaker.Circuit;
import dev.gatehouse.deliver.breaker.Circuit.State;
import dev.gatehouse.deliver.retry.RetryPolicy;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.Lane;
import dev.gatehouse.process.outbox.Outgoing;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CircuitsTest {
  private static final DestinationName A = new DestinationName("a");
  private static final BreakerSettings QUICK_TO_OPEN =
      new BreakerSettings(
          5,
          1,
          1000,
          Duration.ofSeconds(30),
          Duration.ofMillis(300),
          Duration.ofMillis(600),
          Duration.ofSeconds(5),
          Duration.ofMillis(200));
  private static final RetryPolicy MANY =
      RetryPolicy.of(Duration.ofMillis(1), Duration.ofMillis(10), 1_000_000, Duration.ofHours(1));

  private TestDatabase db;

  @BeforeEach
  void open() {
    db = TestDatabase.fresh();
  }

  @AfterEach
  void close() {
    db.close();
  }

  private static DestinationSettings to(Sink sink) {
    return Node.to("a", sink).with(QUICK_TO_OPEN).with(MANY);
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

  private static List<State> states(Node node) {
    return node.circuits.stream().map(Circuit::state).toList();
  }

  @Test
  void wrongCredentialsPauseAlertOnceAndCostNothing() {
    try (Sink sink = Sink.answering(401);
        Node node = Node.started(db, Node.to("a", sink))) {
      node.write(deliveries(100));
      await().until(() -> node.deliverer.circuit(A).state() == State.PAUSED);
      await().until(() -> node.deliverer.activity(A).underWay() == 0);
      int sent = sink.received().size();
      await().until(() -> db.count("attempt") == sent);
      assertThat(sent).isLessThanOrEqualTo(16);
      assertThat(states(node)).containsExactly(State.PAUSED);
      assertThat(node.circuits.getFirst().reason()).isEqualTo("credentials refused: HTTP 401");
      assertThat(db.count("dead_letter")).isZero();
      assertThat(db.query("select distinct attempts, state from retry where number = 1"))
          .containsExactly(java.util.Map.of("attempts", 0, "state", "due"));

      sink.answer(200);
      Circuit resumed = node.deliverer.resume(A, "alice", "key renewed");
      assertThat(resumed.reason()).isEqualTo("resumed by alice: key renewed");
      await().atMost(Duration.ofSeconds(20)).until(() -> delivered() == 100);
      assertThat(states(node)).containsExactly(State.PAUSED, State.CLOSED);
      assertThat(db.query("select version, state, reason from circuit_change order by version"))
          .extracting(row -> row.get("version") + " " + row.get("state") + " " + row.get("reason"))
          .containsExactly(
              "1 paused credentials refused: HTTP 401", "2 closed resumed by alice: key renewed");
      assertThat(db.count("retry")).isZero();
    }
  }

  @Test
  void aReceiverThatSaysStopGetsNothingMoreUntilItIsResumed() {
    try (Sink sink = Sink.answering(410);
        Node node = Node.started(db, Node.to("a", sink).withLimits(1, 0))) {
      node.write(deliveries(20));
      await().until(() -> node.deliverer.circuit(A).state() == State.PAUSED);
      await().until(() -> db.count("dead_letter") == 1);
      assertThat(node.circuits.getFirst().reason()).isEqualTo("the receiver said stop: HTTP 410");
      assertThat(sink.received()).hasSize(1);

      sink.answer(200);
      Circuit unused = node.deliverer.resume(A, "alice", "moved");
      await().atMost(Duration.ofSeconds(20)).until(() -> delivered() == 19);
      assertThat(db.count("dead_letter")).isEqualTo(1);
    }
  }

  @Test
  void aReceiverThatRefusesEverythingIsPausedBeforeAllIsDead() {
    AtomicInteger calls = new AtomicInteger();
    int brake = BreakerSettings.DEFAULT_REFUSALS;
    // One that is taken begins the count anew.
    try (Sink sink =
            Sink.answering(r -> Sink.Answer.of(calls.incrementAndGet() == brake ? 200 : 404));
        Node node = Node.started(db, to(sink).withLimits(1, 0))) {
      node.write(deliveries(3 * brake));
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> node.deliverer.circuit(A).state() == State.PAUSED);
      assertThat(node.circuits.getFirst().reason())
          .isEqualTo(brake + " deliveries refused in a row: HTTP 404");
      await().until(() -> db.count("dead_letter") == 2L * brake - 1);
      assertThat(sink.received()).hasSize(2 * brake);
      sink.answer(200);
      Circuit unused = node.deliverer.resume(A, "alice", "mended");
      await().atMost(Duration.ofSeconds(20)).until(() -> delivered() == brake + 1);
      assertThat(states(node)).containsExactly(State.PAUSED, State.CLOSED);
    }
  }

  @Test
  void aStopInAHeaderEndsADeliveryThatWouldBeRetried() {
    try (Sink sink =
            Sink.answering(
                r -> new Sink.Answer(500, java.util.Map.of("Gatehouse-Stop", "delivery")));
        Node node = Node.started(db, to(sink))) {
      node.write(deliveries(1));
      await().until(() -> db.count("dead_letter") == 1);
      assertThat(sink.received()).hasSize(1);
      assertThat(node.deliverer.circuit(A).state()).isEqualTo(State.CLOSED);
    }
  }

  @Test
  void aPersonPausesAndResumes() {
    try (Sink sink = Sink.answering(200);
        Node node = Node.started(db, Node.to("a", sink))) {
      assertThat(node.deliverer.pause(A, "alice", "maintenance").state()).isEqualTo(State.PAUSED);
      node.write(deliveries(20));
      await()
          .during(Duration.ofMillis(500))
          .atMost(Duration.ofSeconds(2))
          .until(() -> sink.received().isEmpty());
      assertThat(node.deliverer.pause(A, "bob", "too").reason())
          .isEqualTo("paused by alice: maintenance");
      Circuit unused = node.deliverer.resume(A, "alice", "");
      await().atMost(Duration.ofSeconds(20)).until(() -> delivered() == 20);
    }
  }

  @Test
  void aPauseOutlivesARestart() {
    try (Sink sink = Sink.answering(200)) {
      try (Node node = Node.started(db, Node.to("a", sink))) {
        Circuit unused = node.deliverer.pause(A, "alice", "");
      }
      Node.insert(db.database(), deliveries(5));
      try (Node node = Node.started(db, Node.to("a", sink))) {
        await()
            .during(Duration.ofMillis(500))
            .atMost(Duration.ofSeconds(2))
            .until(() -> sink.received().isEmpty());
        assertThat(node.deliverer.circuit(A).state()).isEqualTo(State.PAUSED);
      }
    }
  }

  @Test
  void whileItIsOpenNothingIsSentSpentOrCountedAndItHealsByItself() {
    try (Sink sink = Sink.answering(500);
        Node node = Node.started(db, to(sink))) {
      node.write(deliveries(200));
      await().until(() -> states(node).contains(State.OPEN));
      await().until(() -> states(node).stream().filter(s -> s == State.HALF_OPEN).count() >= 3);
      // At most what was under way when it opened, and one probe for each time since.
      long opened = states(node).stream().filter(s -> s == State.OPEN).count();
      assertThat(sink.received().size()).isLessThanOrEqualTo((int) (5 + 16 + opened + 1));
      assertThat(db.count("dead_letter")).isZero();

      sink.answer(200);
      await().atMost(Duration.ofSeconds(30)).until(() -> delivered() == 200);
      assertThat(node.circuits.getLast().state()).isEqualTo(State.CLOSED);
      assertThat(db.count("attempt")).isEqualTo(sink.received().size());
    }
  }

  @Test
  void twoNodesShareOneCircuitAndOneProbe() {
    AtomicInteger atOnce = new AtomicInteger();
    AtomicBoolean several = new AtomicBoolean();
    AtomicBoolean watching = new AtomicBoolean();
    try (Sink sink =
            Sink.answering(
                r -> {
                  int now = atOnce.incrementAndGet();
                  if (watching.get() && now > 1) {
                    several.set(true);
                  }
                  await().pollDelay(Duration.ofMillis(20)).until(() -> true);
                  atOnce.decrementAndGet();
                  return Sink.Answer.of(503);
                });
        Database other = db.anotherNode();
        Node one = new Node(db.database(), "one", List.of(to(sink)));
        Node two = new Node(other, "two", List.of(to(sink)))) {
      one.own(half(0));
      two.own(half(1));
      Node.insert(db.database(), deliveries(200));
      one.deliverer.start();
      two.deliverer.start();
      await()
          .until(
              () ->
                  one.deliverer.circuit(A).state() != State.CLOSED
                      && two.deliverer.circuit(A).state() != State.CLOSED);
      await()
          .until(
              () ->
                  atOnce.get() == 0
                      && one.deliverer.activity(A).underWay() == 0
                      && two.deliverer.activity(A).underWay() == 0);
      watching.set(true);
      await().atMost(Duration.ofSeconds(20)).until(() -> probes(one) + probes(two) >= 8);
      watching.set(false);
      assertThat(several).isFalse();

      sink.answer(200);
      await().atMost(Duration.ofSeconds(30)).until(() -> delivered() == 200);
      assertThat(db.count("attempt")).isEqualTo(sink.received().size());
      long opened =
          states(one).stream().filter(s -> s == State.OPEN).count()
              + states(two).stream().filter(s -> s == State.OPEN).count();
      assertThat(opened).as("each opening was told once").isEqualTo(probes(one) + probes(two));
    }
  }

  private static long probes(Node node) {
    return states(node).stream().filter(s -> s == State.HALF_OPEN).count();
  }

  private static Set<Lane> half(int which) {
    return Node.ALL_LANES.stream()
        .filter(lane -> lane.number() % 2 == which)
        .collect(Collectors.toUnmodifiableSet());
  }
}
