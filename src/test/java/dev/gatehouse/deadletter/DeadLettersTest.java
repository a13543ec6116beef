package dev.gatehouse.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.db.Pool;
import dev.gatehouse.db.TestDatabase;
import dev.gatehouse.deadletter.triage.OwnerRule;
import dev.gatehouse.deadletter.triage.Stage;
import dev.gatehouse.deadletter.triage.Status;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.ErrorCode;
import dev.gatehouse.event.EventIds;
import dev.gatehouse.event.Headers;
import dev.gatehouse.event.InboundEvent;
import dev.gatehouse.event.Lane;
import dev.gatehouse.event.RawBody;
import dev.gatehouse.event.SourceName;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class DeadLettersTest {
  private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
  private static final InstantSource CLOCK = InstantSource.fixed(NOW);
  private static final EventIds IDS = new EventIds(CLOCK, new Random(1));
  private static TestDatabase db;

  private final AtomicInteger rerunEvents = new AtomicInteger();
  private final AtomicInteger rerunDeliveries = new AtomicInteger();
  private final AtomicInteger released = new AtomicInteger();
  private final DeadLetters letters =
      new DeadLetters(
          () ->
              new DeadLetterSettings(
                  List.of(new OwnerRule("erp", null, null, null, null, null, "erp-team")),
                  Duration.ofDays(30),
                  2,
                  "1.2.3",
                  7),
          CLOCK,
          IDS);
  private final Decisions decisions =
      new Decisions(
          CLOCK,
          IDS,
          new Decisions.Returns(
              (tx, letter, actor, replay) -> rerunEvents.incrementAndGet(),
              (tx, letter, actor, replay) -> rerunDeliveries.incrementAndGet(),
              (tx, letter) -> released.incrementAndGet(),
              (tx, letter) -> released.incrementAndGet()));

  @BeforeAll
  static void open() {
    db = TestDatabase.fresh();
  }

  @AfterAll
  static void close() {
    db.close();
  }

  @Test
  void theRecordIsCompleteAndHoldsNothingOfTheBody() {
    DeadLetterId id =
        open(
            NewDeadLetter.ofEvent(
                event(),
                Stage.EXTRACT,
                ErrorCode.INVALID_FIELD,
                "sequence does not fit\u0000 64 bits",
                null));

    Map<String, Object> row =
        db.query("select * from dead_letter where id = ?", id.value()).getFirst();
    assertThat(row)
        .containsEntry("code", "INVALID_FIELD")
        .containsEntry("category", "input")
        .containsEntry("stage", "extract")
        .containsEntry("owner", "erp-team")
        .containsEntry("status", "new")
        .containsEntry("trace_id", "4bf92f3577b34da6a3ce929d0e0e4736")
        .containsEntry("software_version", "1.2.3")
        .containsEntry("config_revision", 7L)
        .containsEntry("message", "sequence does not fit\uFFFD 64 bits")
        .containsEntry("replay_cycles", 0);
    assertThat(row.toString()).doesNotContain("body-marker").doesNotContain("header-marker");
  }

  @Test
  void workThatHasAnOpenOneGetsNoSecond() {
    InboundEvent event = event();
    NewDeadLetter letter = poison(event);

    assertThat(openAll(List.of(letter, letter))).hasSize(1);
    assertThat(openAll(List.of(letter))).isEmpty();
    assertThat(openAll(List.of(delivery(event, new UUID(1, 1)), delivery(event, new UUID(1, 2)))))
        .hasSize(2);
  }

  @Test
  void rerunPressedManyTimesAtOnceGivesTheWorkBackOnce() throws Exception {
    DeadLetterId id = open(delivery(event(), new UUID(2, 2)));
    List<Callable<Decision>> presses = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      presses.add(() -> inTx(id, "somebody"));
    }
    List<Decision> answers = new ArrayList<>();
    try (var threads = Executors.newFixedThreadPool(4)) {
      for (Future<Decision> each : threads.invokeAll(presses)) {
        answers.add(each.get());
      }
    }

    assertThat(answers).filteredOn(Decision.Done.class::isInstance).hasSize(1);
    assertThat(rerunDeliveries).hasValue(1);
    assertThat(db.query("select * from dead_letter_change where dead_letter = ?", id.value()))
        .hasSize(1);
  }

  @Test
  void aRerunThatFailsAgainCountsCyclesUntilItNeedsAReview() {
    InboundEvent event = event();
    DeadLetterId first = open(poison(event));
    assertThat(inTx(first, "a")).isInstanceOf(Decision.Done.class);
    DeadLetterId second = open(poison(event));
    assertThat(inTx(second, "a")).isInstanceOf(Decision.Done.class);
    DeadLetterId third = open(poison(event));

    assertThat(cycles(second)).isEqualTo(1);
    assertThat(cycles(third)).isEqualTo(2);
    assertThat(inTx(third, "a")).isInstanceOf(Decision.NeedsReview.class);
    assertThat(change(third, new Change(Status.READY_FOR_REPLAY, null, "looked", null)))
        .isInstanceOf(Decision.Done.class);
    assertThat(inTx(third, "a")).isInstanceOf(Decision.Done.class);
    assertThat(rerunEvents).hasValue(3);
  }

  @Test
  void closingLetsGoOnWhatStoodBehindItOnceAndForGood() {
    DeadLetterId id = open(poison(event()));

    assertThat(change(id, new Change(Status.CLOSED, "", "not needed", null)))
        .isInstanceOf(Decision.Done.class);
    assertThat(change(id, new Change(Status.INVESTIGATING, null, null, null)))
        .isInstanceOf(Decision.NotAllowed.class);
    assertThat(inTx(id, "a")).isInstanceOf(Decision.NotAllowed.class);
    assertThat(released).hasValue(1);
    assertThat(
            db.query(
                "select field, before, after, note, actor from dead_letter_change"
                    + " where dead_letter = ? order by id",
                id.value()))
        .extracting(row -> row.get("field"))
        .containsExactly("status", "owner");
  }

  @Test
  void aChangeToAnotherVersionThanTheOneSeenIsOvertaken() {
    DeadLetterId id = open(poison(event()));
    Change toMe = new Change(null, "me", null, 0L);

    assertThat(change(id, toMe)).isInstanceOf(Decision.Done.class);
    assertThat(change(id, toMe)).isInstanceOf(Decision.Overtaken.class);
    assertThat(change(new DeadLetterId(new UUID(9, 9)), toMe)).isInstanceOf(Decision.Unknown.class);
  }

  private Decision inTx(DeadLetterId id, String actor) {
    return db.database().transaction(Pool.ADMIN, tx -> decisions.rerun(tx, id, null, actor));
  }

  private Decision change(DeadLetterId id, Change change) {
    return db.database().transaction(Pool.ADMIN, tx -> decisions.change(tx, id, change, "me"));
  }

  private DeadLetterId open(NewDeadLetter letter) {
    return openAll(List.of(letter)).getFirst();
  }

  private List<DeadLetterId> openAll(List<NewDeadLetter> all) {
    return db.database().transaction(Pool.WORK, tx -> letters.open(tx, all));
  }

  private int cycles(DeadLetterId id) {
    return (Integer)
        db.query("select replay_cycles from dead_letter where id = ?", id.value())
            .getFirst()
            .get("replay_cycles");
  }

  private static NewDeadLetter poison(InboundEvent event) {
    return NewDeadLetter.ofEvent(event, Stage.MACHINE, ErrorCode.POISON, "failed alone", "new>?");
  }

  private static NewDeadLetter delivery(InboundEvent event, UUID id) {
    return NewDeadLetter.ofDelivery(
        event,
        id,
        new DestinationName("billing"),
        ErrorCode.RETRIES_EXHAUSTED,
        "12 attempts",
        12,
        NOW,
        NOW,
        List.of("verdict:applied"));
  }

  private static InboundEvent event() {
    RawBody body = new RawBody("body-marker".getBytes(java.nio.charset.StandardCharsets.UTF_8));
    return new InboundEvent(
        IDS.next(),
        new SourceName("erp"),
        "e-1",
        "order.paid",
        "1",
        null,
        new Lane(3),
        null,
        null,
        NOW,
        "application/json",
        Headers.of(
            "traceparent",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
            "X-Other",
            "header-marker"),
        body,
        body.sha256(),
        "current",
        null,
        Set.of(),
        "req-1",
        7);
  }
}
