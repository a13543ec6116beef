package dev.gatehouse.deliver.worker;

import static dev.gatehouse.deliver.Samples.delivery;
import static dev.gatehouse.deliver.Samples.event;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gatehouse.db.Pool;
import dev.gatehouse.db.TestDatabase;
import dev.gatehouse.deadletter.Change;
import dev.gatehouse.deadletter.DeadLetterId;
import dev.gatehouse.deadletter.Decision;
import dev.gatehouse.deadletter.Decisions;
import dev.gatehouse.deadletter.triage.Status;
import dev.gatehouse.deliver.Sink;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.EventIds;
import dev.gatehouse.event.Headers;
import dev.gatehouse.process.outbox.Outgoing;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class OrderTest {
  private static final DestinationName A = new DestinationName("a");

  private final Reruns reruns = new Reruns();
  private final Decisions decisions =
      new Decisions(
          InstantSource.system(),
          new EventIds(InstantSource.system(), new Random()),
          new Decisions.Returns((tx, d, who, replay) -> {}, reruns, (tx, d) -> {}, reruns));
  private TestDatabase db;

  @BeforeEach
  void open() {
    db = TestDatabase.fresh();
  }

  @AfterEach
  void close() {
    db.close();
  }

  private static Outgoing numbered(String key, int number) {
    return delivery(event(key, "order.paid", key + ":" + number, Headers.NONE), A);
  }

  private static List<Outgoing> row(String key, int count) {
    return IntStream.range(0, count).mapToObj(i -> numbered(key, i)).toList();
  }

  private static List<String> bodies(Sink sink, String key) {
    return sink.received().stream()
        .map(Sink.Received::text)
        .filter(text -> text.startsWith(key + ":"))
        .toList();
  }

  private long waiting() {
    return db.count("retry");
  }

  @Test
  void deliveriesOfAnEntityLeaveOneAfterAnother() {
    Map<String, Integer> atOnce = new ConcurrentHashMap<>();
    Set<String> several = ConcurrentHashMap.newKeySet();
    try (Sink sink =
            Sink.answering(
                r -> {
                  String key = r.text().split(":")[0];
                  if (atOnce.merge(key, 1, Integer::sum) > 1) {
                    several.add(key);
                  }
                  await().pollDelay(Duration.ofMillis(2)).until(() -> true);
                  atOnce.merge(key, -1, Integer::sum);
                  return Sink.Answer.of(200);
                });
        Node node = Node.started(db, Node.to("a", sink))) {
      List<Outgoing> all = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        for (String key : List.of("x", "y", "z")) {
          all.add(numbered(key, i));
        }
      }
      node.write(all);
      await().atMost(Duration.ofSeconds(20)).until(() -> db.count("attempt") == 60);
      assertThat(several).isEmpty();
      for (String key : List.of("x", "y", "z")) {
        assertThat(bodies(sink, key))
            .isEqualTo(IntStream.range(0, 20).mapToObj(i -> key + ":" + i).toList());
      }
    }
  }

  @Test
  void unorderedOnesDoNotWaitForEachOther() {
    CountDownLatch both = new CountDownLatch(2);
    try (Sink sink =
            Sink.answering(
                r -> {
                  both.countDown();
                  DelivererTest.awaitLatch(both);
                  return Sink.Answer.of(200);
                });
        Node node = Node.started(db, Node.to("a", sink))) {
      node.write(delivery(event("x"), A, false), delivery(event("x"), A, false));
      await().until(() -> db.count("attempt") == 2);
    }
  }

  @Test
  void aFailingHeadHoldsBackOnlyItsOwnEntity() {
    CountDownLatch healed = new CountDownLatch(1);
    try (Sink sink =
            Sink.answering(
                r -> Sink.Answer.of(r.text().equals("x:0") && healed.getCount() > 0 ? 500 : 200));
        Node node = Node.started(db, Node.to("a", sink).with(many()))) {
      List<Outgoing> all = new ArrayList<>(row("x", 5));
      all.addAll(row("y", 5));
      node.write(all);
      await().until(() -> bodies(sink, "y").size() == 5);
      await().until(() -> waiting() == 5);
      assertThat(bodies(sink, "x")).containsOnly("x:0");
      assertThat(db.query("select count(*) as n from retry where state = 'behind'").getFirst())
          .containsEntry("n", 4L);
      healed.countDown();
      await().atMost(Duration.ofSeconds(20)).until(() -> waiting() == 0);
      assertThat(bodies(sink, "x").stream().distinct())
          .containsExactly("x:0", "x:1", "x:2", "x:3", "x:4");
      // And the entity is free again.
      node.write(numbered("x", 5));
      await().until(() -> bodies(sink, "x").contains("x:5"));
    }
  }

  @Test
  void aDeadHeadHoldsUntilItIsReRunAndThenAllFollowInOrder() {
    try (Sink sink = Sink.answering(r -> Sink.Answer.of(r.text().equals("x:0") ? 422 : 200));
        Node node = Node.started(db, Node.to("a", sink))) {
      node.write(row("x", 4));
      await().until(() -> db.count("dead_letter") == 1 && waiting() == 3);
      node.write(numbered("y", 0));
      await().until(() -> bodies(sink, "y").size() == 1);
      assertThat(bodies(sink, "x")).containsExactly("x:0");

      sink.answer(200);
      assertThat(rerun(letter())).isInstanceOf(Decision.Done.class);
      assertThat(rerun(letter())).isNotInstanceOf(Decision.Done.class);
      await().atMost(Duration.ofSeconds(20)).until(() -> waiting() == 0);
      assertThat(bodies(sink, "x")).containsExactly("x:0", "x:0", "x:1", "x:2", "x:3");
      assertThat(sink.received().stream().filter(r -> r.text().equals("x:0")).toList())
          .extracting(r -> r.header("Gatehouse-Replay"))
          .containsExactly(null, "run-1");
      assertThat(
              db.query(
                  "select run, number, result from attempt a join delivery d on d.id = a.delivery"
                      + " where d.event = (select event from dead_letter) order by run, number"))
          .containsExactly(
              Map.of("run", 0, "number", 1, "result", "rejected"),
              Map.of("run", 1, "number", 1, "result", "delivered"));
    }
  }

  @Test
  void aDeadHeadHoldsOverARestartAndLetsGoWhenItIsClosed() {
    try (Sink sink = Sink.answering(r -> Sink.Answer.of(r.text().equals("x:0") ? 422 : 200))) {
      try (Node node = Node.started(db, Node.to("a", sink))) {
        node.write(row("x", 2));
        await().until(() -> db.count("dead_letter") == 1 && waiting() == 1);
      }
      Node.insert(db.database(), List.of(numbered("x", 2), numbered("y", 0)));
      try (Node node = Node.started(db, Node.to("a", sink))) {
        await().until(() -> bodies(sink, "y").size() == 1 && waiting() == 2);
        node.write(numbered("x", 3));
        await().until(() -> waiting() == 3);
        assertThat(bodies(sink, "x")).containsExactly("x:0");

        Decision closed =
            db.database()
                .transaction(
                    Pool.ADMIN,
                    tx ->
                        decisions.change(
                            tx,
                            letter(),
                            new Change(Status.CLOSED, null, "not wanted", null),
                            "alice"));
        assertThat(closed).isInstanceOf(Decision.Done.class);
        await().atMost(Duration.ofSeconds(20)).until(() -> waiting() == 0);
        assertThat(bodies(sink, "x")).containsExactly("x:0", "x:1", "x:2", "x:3");
      }
    }
  }

  @Test
  void aReRunThatFailsAgainHoldsAgain() {
    try (Sink sink = Sink.answering(r -> Sink.Answer.of(r.text().equals("x:0") ? 422 : 200));
        Node node = Node.started(db, Node.to("a", sink))) {
      node.write(row("x", 3));
      await().until(() -> db.count("dead_letter") == 1 && waiting() == 2);
      assertThat(rerun(letter())).isInstanceOf(Decision.Done.class);
      await().until(() -> db.count("dead_letter") == 2);
      assertThat(bodies(sink, "x")).containsExactly("x:0", "x:0");
      assertThat(waiting()).isEqualTo(2);
      assertThat(db.query("select max(replay_cycles) as n from dead_letter").getFirst())
          .containsEntry("n", 1);
    }
  }

  @Test
  void aDeliveryThatHasArrivedIsNotReRunUnlessForced() {
    try (Sink sink = Sink.answering(200);
        Node node = Node.started(db, Node.to("a", sink))) {
      Outgoing delivery = numbered("x", 0);
      node.write(delivery);
      await().until(() -> db.count("attempt") == 1);
      UUID replay = UUID.randomUUID();
      Reruns.Answer unforced =
          db.database().transaction(Pool.ADMIN, tx -> reruns.again(tx, delivery.id(), replay));
      assertThat(unforced).isEqualTo(Reruns.Answer.NOTHING_TO_DO);
      Reruns.Answer forced =
          db.database().transaction(Pool.ADMIN, tx -> reruns.onceMore(tx, delivery.id(), replay));
      assertThat(forced).isEqualTo(Reruns.Answer.DUE);
      await().until(() -> db.count("attempt") == 2 && waiting() == 0);
      assertThat(sink.received().getLast().header("Gatehouse-Replay")).isEqualTo(replay.toString());
      assertThat(db.query("select replay from attempt where run = 1").getFirst())
          .containsEntry("replay", replay);
    }
  }

  @Test
  void lanesThatMoveAreWorkedByTheNewOwnerInOrder() throws Exception {
    try (Sink sink = Sink.answering(200);
        var other = db.anotherNode();
        Node one = new Node(db.database(), "one", List.of(Node.to("a", sink)));
        Node two = new Node(other, "two", List.of(Node.to("a", sink)))) {
      two.own(Set.of());
      one.deliverer.start();
      two.deliverer.start();
      int written = 0;
      for (int round = 0; round < 6; round++) {
        List<Outgoing> all = new ArrayList<>();
        for (int i = 0; i < 20; i++, written++) {
          all.add(numbered("x", written));
          all.add(numbered("y", written));
        }
        (round % 2 == 0 ? one : two).write(all);
        int upTo = (round + 1) * 40;
        await().atMost(Duration.ofSeconds(20)).until(() -> db.count("attempt") == upTo);
        (round % 2 == 0 ? one : two).own(Set.of());
        (round % 2 == 0 ? two : one).own(Node.ALL_LANES);
      }
      for (String key : List.of("x", "y")) {
        assertThat(bodies(sink, key))
            .isEqualTo(IntStream.range(0, 120).mapToObj(i -> key + ":" + i).toList());
      }
    }
  }

  /**
   * Random failures, restarts and handings-over that are forgotten: at the receiver, the first
   * success of each delivery comes in order, and everything ends.
   */
  @Test
  void orderHoldsThroughFailuresRestartsAndForgottenHandOvers() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    int keys = 12;
    int each = 40;
    Map<String, List<Integer>> arrived = new ConcurrentHashMap<>();
    try (Sink sink =
        Sink.answering(
            r -> {
              int dice;
              synchronized (random) {
                dice = random.nextInt(100);
              }
              if (dice < 15) {
                return Sink.Answer.of(500);
              }
              String[] parts = r.text().split(":");
              List<Integer> seen =
                  arrived.computeIfAbsent(
                      parts[0], k -> new java.util.concurrent.CopyOnWriteArrayList<>());
              int number = Integer.parseInt(parts[1]);
              if (!seen.contains(number)) {
                seen.add(number);
              }
              return Sink.Answer.of(200);
            })) {
      Map<Integer, Integer> next = new HashMap<>();
      for (int life = 0; life < 4; life++) {
        try (Node node = Node.started(db, Node.to("a", sink).with(many()))) {
          // Handing over ends for good at some point of a life, as it does in a crash.
          int handed = random.nextInt(11);
          for (int batch = 0; batch < 10; batch++) {
            List<Outgoing> all = new ArrayList<>();
            for (int k = 0; k < keys; k++) {
              int number = next.merge(k, 1, Integer::sum) - 1;
              all.add(numbered("k" + k, number));
            }
            if (batch < handed) {
              node.write(all);
            } else {
              Node.insert(db.database(), all);
            }
          }
          if (random.nextBoolean()) {
            node.deliverer.stop(Duration.ZERO);
          }
        }
      }
      try (Node node = Node.started(db, Node.to("a", sink).with(many()))) {
        await()
            .atMost(Duration.ofSeconds(60))
            .until(
                () ->
                    (long)
                            db.query("select count(*) as n from attempt where terminal")
                                .getFirst()
                                .get("n")
                        == keys * each);
        assertThat(node.dead).isEmpty();
      }
      assertThat(waiting()).isZero();
      for (int k = 0; k < keys; k++) {
        assertThat(arrived.get("k" + k))
            .as("entity %d, seed %d", k, seed)
            .isEqualTo(IntStream.range(0, each).boxed().toList());
      }
    }
  }

  private static dev.gatehouse.deliver.retry.RetryPolicy many() {
    return dev.gatehouse.deliver.retry.RetryPolicy.of(
        Duration.ofMillis(1), Duration.ofMillis(20), 1000, Duration.ofHours(1));
  }

  private DeadLetterId letter() {
    return new DeadLetterId(
        (UUID) db.query("select id from dead_letter order by id limit 1").getFirst().get("id"));
  }

  private Decision rerun(DeadLetterId letter) {
    return db.database().transaction(Pool.ADMIN, tx -> decisions.rerun(tx, letter, null, "alice"));
  }
}
