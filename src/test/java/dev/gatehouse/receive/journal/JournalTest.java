package dev.gatehouse.receive.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gatehouse.db.Pool;
import dev.gatehouse.db.TestDatabase;
import dev.gatehouse.event.ErrorCode;
import dev.gatehouse.event.EventId;
import dev.gatehouse.event.InboundEvent;
import dev.gatehouse.event.SourceName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JournalTest {
  private static TestDatabase db;

  private final List<InboundEvent> heard = Collections.synchronizedList(new ArrayList<>());
  private final EventReader reader = new EventReader();
  private Journal journal;

  @BeforeAll
  static void open() {
    db = TestDatabase.fresh();
  }

  @AfterAll
  static void shut() {
    db.close();
  }

  @BeforeEach
  void start() {
    db.execute("truncate event, event_key, event_copy");
    journal =
        new Journal(
                db.database(),
                JournalSettings.DEFAULTS,
                new Sources(db.database()),
                List.of(heard::addAll))
            .start();
  }

  @AfterEach
  void stop() {
    journal.close();
  }

  @Test
  void anEventIsReadBackAsItWasOffered() throws Exception {
    InboundEvent event = Events.event("evt_1");

    assertThat(receipt(event)).isEqualTo(new Receipt.Stored(event.id()));

    InboundEvent read = read(event.id());
    assertThat(read).usingRecursiveComparison().isEqualTo(event);
    await().untilAsserted(() -> assertThat(heard).containsExactly(event));
  }

  @Test
  void lanesHearOfAnEventBeforeItsSenderDoes() throws Exception {
    CountDownLatch hears = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    JournalListener slow =
        events -> {
          hears.countDown();
          try {
            boolean unused = goOn.await(10, TimeUnit.SECONDS);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        };
    try (Journal other =
        new Journal(
                db.database(), JournalSettings.DEFAULTS, new Sources(db.database()), List.of(slow))
            .start()) {
      CompletableFuture<Receipt> receipt = other.offer(Events.event("evt_first"));

      assertThat(hears.await(10, TimeUnit.SECONDS)).isTrue();
      assertThat(receipt).isNotDone();
      goOn.countDown();
      assertThat(receipt.get(10, TimeUnit.SECONDS)).isInstanceOf(Receipt.Stored.class);
    }
  }

  @Test
  void anEventWithoutTextsIsReadBackToo() throws Exception {
    InboundEvent bare = StorableText.bare(Events.event(null));

    receipt(bare);

    assertThat(read(bare.id())).usingRecursiveComparison().isEqualTo(bare);
    assertThat(db.count("event_key")).isZero();
  }

  @Test
  void aCopyIsAnsweredWithTheFirstAndCounted() throws Exception {
    InboundEvent first = Events.event("evt_1");
    receipt(first);

    for (int i = 0; i < 3; i++) {
      assertThat(receipt(Events.event("evt_1")))
          .isEqualTo(new Receipt.Duplicate(first.id(), false));
    }

    assertThat(db.count("event")).isEqualTo(1);
    assertThat(db.query("select copies, conflict from event_copy"))
        .singleElement()
        .satisfies(
            row -> assertThat(row).containsEntry("copies", 3L).containsEntry("conflict", false));
    await().untilAsserted(() -> assertThat(heard).containsExactly(first));
  }

  @Test
  void theSameIdWithOtherBytesIsARecordedConflictAndOverwritesNothing() throws Exception {
    InboundEvent first = Events.event("evt_1", "{\"amount\":1}");
    receipt(first);

    assertThat(receipt(Events.event("evt_1", "{\"amount\":2}")))
        .isEqualTo(new Receipt.Duplicate(first.id(), true));

    assertThat(db.query("select event, conflict from event_copy"))
        .singleElement()
        .satisfies(
            row ->
                assertThat(row)
                    .containsEntry("event", first.id().value())
                    .containsEntry("conflict", true));
    assertThat(read(first.id()).body()).isEqualTo(first.body());
  }

  @Test
  void twentyCopiesAtOnceAreOneEvent() throws Exception {
    List<CompletableFuture<Receipt>> answers =
        IntStream.range(0, 20)
            .parallel()
            .mapToObj(i -> journal.offer(Events.event("evt_20")))
            .toList();

    List<Receipt> receipts = new ArrayList<>();
    for (CompletableFuture<Receipt> answer : answers) {
      receipts.add(answer.get(10, TimeUnit.SECONDS));
    }
    assertThat(receipts).filteredOn(Receipt.Stored.class::isInstance).hasSize(1);
    assertThat(receipts).filteredOn(Receipt.Duplicate.class::isInstance).hasSize(19);
    assertThat(db.count("event")).isEqualTo(1);
    assertThat(db.query("select copies from event_copy").getFirst()).containsEntry("copies", 19L);
    await().untilAsserted(() -> assertThat(heard).hasSize(1));
  }

  @Test
  void eventsWithoutAnIdAreNeverTakenForCopies() throws Exception {
    assertThat(receipt(Events.event(null, "same"))).isInstanceOf(Receipt.Stored.class);
    assertThat(receipt(Events.event(null, "same"))).isInstanceOf(Receipt.Stored.class);

    assertThat(db.count("event")).isEqualTo(2);
  }

  @Test
  void theSameIdOfAnotherSourceIsAnotherEvent() throws Exception {
    receipt(Events.event("evt_1"));

    assertThat(receipt(Events.event(new SourceName("refunds"), "evt_1", "t", "{}")))
        .isInstanceOf(Receipt.Stored.class);

    assertThat(db.count("event")).isEqualTo(2);
  }

  @Test
  void aTextTheDatabaseCannotHoldCostsTheTextAndNotTheEvent() throws Exception {
    InboundEvent event = Events.event(Events.ORDERS, "evt_nul", "order\0paid", "{\"t\":\"\0\"}");

    assertThat(receipt(event)).isEqualTo(new Receipt.Stored(event.id()));

    InboundEvent read = read(event.id());
    assertThat(read.body()).isEqualTo(event.body());
    assertThat(read.eventId()).isEqualTo("evt_nul");
    assertThat(read.type()).isNull();
    assertThat(read.fault()).isNotNull();
    assertThat(read.fault().code()).isEqualTo(ErrorCode.UNSTORABLE_TEXT);
    await()
        .untilAsserted(
            () ->
                assertThat(heard)
                    .singleElement()
                    .satisfies(e -> assertThat(e).usingRecursiveComparison().isEqualTo(read)));
  }

  @Test
  void aRowTheDatabaseRefusesIsStoredBareAndDoesNotFailItsNeighbours() throws Exception {
    db.execute("alter table event add constraint no_bad_type check (type <> 'bad')");
    try {
      List<CompletableFuture<Receipt>> answers = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        String type = i == 17 ? "bad" : "good";
        answers.add(journal.offer(Events.event(Events.ORDERS, "evt_" + i, type, "{}")));
      }
      for (CompletableFuture<Receipt> answer : answers) {
        assertThat(answer.get(10, TimeUnit.SECONDS)).isInstanceOf(Receipt.Stored.class);
      }
    } finally {
      db.execute("alter table event drop constraint no_bad_type");
    }

    assertThat(db.count("event")).isEqualTo(40);
    assertThat(db.query("select fault, event_id from event where fault is not null"))
        .singleElement()
        .satisfies(row -> assertThat(row).containsEntry("fault", "UNSTORABLE_TEXT"));
    await().untilAsserted(() -> assertThat(heard).hasSize(40));
  }

  @Test
  void stoppingAnswersEveryoneAndTakesNoMore() throws Exception {
    List<CompletableFuture<Receipt>> answers = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      answers.add(journal.offer(Events.event("evt_" + i)));
    }

    journal.close();

    for (CompletableFuture<Receipt> answer : answers) {
      assertThat(answer).isDone();
      assertThat(answer.get()).isInstanceOf(Receipt.Stored.class);
    }
    assertThat(receipt(Events.event("late"))).isInstanceOf(Receipt.Unavailable.class);
    assertThat(db.count("event")).isEqualTo(500);
  }

  @Test
  void pendingEventsAreThoseWithoutVerdictAndNotParked() throws Exception {
    InboundEvent judged = Events.event("evt_a");
    InboundEvent parked = Events.event("evt_b");
    InboundEvent open = Events.event("evt_c");
    for (InboundEvent each : List.of(judged, parked, open)) {
      receipt(each);
    }
    db.execute(
        "insert into outcome (event, run, lane, verdict, at, node) values ('"
            + judged.id()
            + "', 0, "
            + judged.lane().number()
            + ", 'applied', now(), 'n')");
    db.execute(
        "insert into parked (event, run, lane, reason, since) values ('"
            + parked.id()
            + "', 0, 0, 'deferred', now())");

    for (InboundEvent each : List.of(judged, parked)) {
      assertThat(pending(each)).extracting(InboundEvent::id).doesNotContain(each.id());
    }
    assertThat(pending(open)).extracting(InboundEvent::id).contains(open.id());
    List<InboundEvent> above =
        db.database().transaction(Pool.WORK, tx -> reader.pending(tx, open.lane(), open.id(), 10));
    assertThat(above).isEmpty();
  }

  private List<InboundEvent> pending(InboundEvent ofLane) {
    return db.database().transaction(Pool.WORK, tx -> reader.pending(tx, ofLane.lane(), null, 10));
  }

  private Receipt receipt(InboundEvent event) throws Exception {
    return journal.offer(event).get(10, TimeUnit.SECONDS);
  }

  private InboundEvent read(EventId id) {
    return db.database().transaction(Pool.WORK, tx -> reader.byId(tx, id)).orElseThrow();
  }
}
