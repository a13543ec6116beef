package dev.gatehouse.process.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gatehouse.db.Pool;
import dev.gatehouse.db.TestDatabase;
import dev.gatehouse.event.EntityRef;
import dev.gatehouse.event.ErrorCode;
import dev.gatehouse.event.EventId;
import dev.gatehouse.event.Fault;
import dev.gatehouse.event.InboundEvent;
import dev.gatehouse.event.Lane;
import dev.gatehouse.process.ledger.Entities;
import dev.gatehouse.process.ledger.Parked;
import dev.gatehouse.process.machine.MachineSettings.AfterDead;
import dev.gatehouse.process.outbox.Outgoing;
import dev.gatehouse.process.route.RouteSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LaneTest {
  private static final Duration LONG = Duration.ofMinutes(10);

  private final TestDatabase db = TestDatabase.fresh();
  private final StoredEvents events = new StoredEvents();

  @AfterEach
  void close() {
    db.close();
  }

  @Test
  void anEventThatIsHandedOverMovesItsEntityAndGoesWhereItIsRouted() {
    try (var node = started(Samples.settings(Samples.order(LONG, AfterDead.RELEASE)))) {
      InboundEvent paid = events.event("order.paid", "1");
      node.store(List.of(paid));

      await().until(() -> db.count("outcome") == 1);
      assertThat(outcome(paid))
          .containsEntry("verdict", "applied")
          .containsEntry("from_state", "new")
          .containsEntry("to_state", "paid")
          .containsEntry("entity_version", 1L)
          .containsEntry("machine_revision", "r1")
          .containsEntry("node", "a");
      assertThat(state("1")).isEqualTo("paid");
      await().until(() -> node.written.size() == 1);
      assertThat(node.written.getFirst().event().id()).isEqualTo(paid.id());
      assertThat(db.count("delivery")).isEqualTo(1);
      assertThat(node.heard.swept).hasValue(0);
    }
  }

  @Test
  void eventsNobodyHandedOverAreFoundByTheSweep() {
    List<InboundEvent> stored = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      stored.add(events.event("order.paid", "k" + i));
    }
    StoredEvents.store(db.database(), stored.subList(0, 200));

    try (var node = started(Samples.settings(Samples.order(LONG, AfterDead.RELEASE)))) {
      await().until(() -> db.count("outcome") == 200);

      StoredEvents.store(db.database(), stored.subList(200, 300));
      await().until(() -> db.count("outcome") == 300);
      assertThat(node.written).hasSize(300);
    }
  }

  @Test
  void anEventBelowTheLastOneSeenIsFoundAsWell() {
    InboundEvent early = events.event("ping", "1");
    try (var node = started(Samples.settings(Samples.pingPong()))) {
      node.store(List.of(events.event("ping", "2")));
      await().until(() -> db.count("outcome") == 1);

      // Its commit was overtaken.
      StoredEvents.store(db.database(), List.of(early));
      await().until(() -> db.count("outcome") == 2);
    }
  }

  @Test
  void whatComesTooEarlyWaitsAndFollowsItsPredecessor() {
    try (var node = started(Samples.settings(Samples.order(LONG, AfterDead.RELEASE)))) {
      InboundEvent returned = events.event("order.returned", "1");
      InboundEvent shipped = events.event("order.shipped", "1");
      InboundEvent paid = events.event("order.paid", "1");
      node.store(List.of(returned));
      await().until(() -> db.count("parked") == 1);
      node.store(List.of(shipped));
      await().until(() -> db.count("parked") == 2);
      assertThat(db.count("outcome")).isZero();

      node.store(List.of(paid));
      await().until(() -> db.count("outcome") == 3);
      assertThat(state("1")).isEqualTo("returned");
      assertThat(db.count("parked")).isZero();
      assertThat(db.count("dead_letter")).isZero();
      await().until(() -> node.written.size() == 3);
      assertThat(node.written.stream().map(each -> each.event().id()))
          .containsExactly(paid.id(), shipped.id(), returned.id());
      assertThat(node.written).isSortedAccordingTo((a, b) -> a.at().compareTo(b.at()));
      assertThat(node.written.stream().map(Outgoing::at)).doesNotHaveDuplicates();
    }
  }

  @Test
  void whatWaitsInVainBecomesADeadLetter() {
    try (var node =
        started(Samples.settings(Samples.order(Duration.ofMillis(300), AfterDead.RELEASE)))) {
      InboundEvent shipped = events.event("order.shipped", "1");
      node.store(List.of(shipped));

      await().until(() -> db.count("dead_letter") == 1);
      assertThat(db.query("select code, stage, transition from dead_letter").getFirst())
          .containsEntry("code", "DEFER_EXPIRED")
          .containsEntry("stage", "machine")
          .containsEntry("transition", "new>shipped");
      assertThat(outcome(shipped)).containsEntry("verdict", "rejected");
      assertThat(db.count("parked")).isZero();
    }
  }

  @Test
  void anEventThatCannotBeReadIsRejectedAndHoldsNothingBack() {
    try (var node = started(Samples.settings(Samples.order(LONG, AfterDead.RELEASE)))) {
      InboundEvent broken =
          events.event(
              "order.paid", "1", null, new Fault(ErrorCode.UNPARSEABLE_BODY, "not a document"));
      InboundEvent good = events.event("order.paid", "1");
      node.store(List.of(broken, good));

      await().until(() -> db.count("outcome") == 2);
      assertThat(outcome(broken))
          .containsEntry("verdict", "rejected")
          .containsEntry("reason", "UNPARSEABLE_BODY");
      assertThat(outcome(good)).containsEntry("verdict", "applied");
      assertThat(db.query("select stage, code from dead_letter").getFirst())
          .containsEntry("stage", "extract")
          .containsEntry("code", "UNPARSEABLE_BODY");
    }
  }

  @Test
  void aDeadEventHoldsItsFollowersUntilItIsLetGo() {
    try (var node = started(Samples.settings(Samples.order(LONG, AfterDead.HOLD)))) {
      InboundEvent broken =
          events.event("order.paid", "1", null, new Fault(ErrorCode.INVALID_FIELD, "sequence"));
      InboundEvent paid = events.event("order.paid", "1");
      InboundEvent other = events.event("order.paid", "2");
      node.store(List.of(broken, paid, other));
      await().until(() -> db.count("outcome") == 2);
      InboundEvent shipped = events.event("order.shipped", "1");
      node.store(List.of(shipped));
      await().until(() -> db.count("parked") == 2);
      assertThat(state("2")).isEqualTo("paid");

      EntityRef entity = new EntityRef("order", "1");
      db.database().run(Pool.ADMIN, tx -> Entities.release(tx, entity, broken.id()));
      node.service.due(Lane.of(entity));

      await().until(() -> db.count("outcome") == 4);
      assertThat(state("1")).isEqualTo("shipped");
      assertThat(db.count("parked")).isZero();
    }
  }

  @Test
  void anotherRunOfADeadEventLetsItsFollowersGoAfterIt() {
    InboundEvent shipped = events.event("order.shipped", "1");
    InboundEvent returned = events.event("order.returned", "1");
    // Waits for its predecessor for a millisecond, and in vain.
    try (var node =
        started(Samples.settings(Samples.order(Duration.ofMillis(1), AfterDead.HOLD)))) {
      node.store(List.of(shipped));
      await().until(() -> db.count("dead_letter") == 1);
      node.store(List.of(returned));
      await().until(() -> db.count("parked") == 1);
    }
    db.execute("update entity set state = 'paid'");
    rerun(shipped);

    try (var node = started(Samples.settings(Samples.order(LONG, AfterDead.HOLD)))) {
      await().until(() -> db.count("outcome") == 3);
      assertThat(state("1")).isEqualTo("returned");
      assertThat(db.query("select run from outcome where event = ?", shipped.id().value()))
          .extracting(row -> row.get("run"))
          .containsExactlyInAnyOrder(0, 1);
      assertThat(db.query("select 1 from entity where held_by is not null")).isEmpty();
      assertThat(db.count("parked")).isZero();
      await().until(() -> node.written.size() == 2);
      assertThat(node.written.getFirst().event().id()).isEqualTo(shipped.id());
    }
  }

  @Test
  void aRouteWithoutAnAnswerIsRunAgainWithoutMovingTheEntityTwice() {
    InboundEvent paid = events.event("order.paid", "1");
    RouteSettings broken =
        new RouteSettings(
            StoredEvents.SOURCE,
            List.of(),
            "body.missing.deep == 1",
            List.of(Samples.BILLING),
            true,
            RouteSettings.APPLIED);
    try (var node = started(Samples.settings(Samples.order(LONG, AfterDead.RELEASE), broken))) {
      node.store(List.of(paid));
      await().until(() -> db.count("dead_letter") == 1);
    }
    assertThat(db.query("select stage, code, completed_steps from dead_letter").getFirst())
        .containsEntry("stage", "route")
        .containsEntry("completed_steps", "verdict:applied");
    rerun(paid);

    try (var node = started(Samples.settings(Samples.order(LONG, AfterDead.RELEASE)))) {
      await().until(() -> node.written.size() == 1);
      assertThat(db.query("select version from entity").getFirst()).containsEntry("version", 1L);
      assertThat(db.query("select verdict, to_state from outcome where run = 1").getFirst())
          .containsEntry("verdict", "applied")
          .containsEntry("to_state", "paid");
    }
  }

  @Test
  void aQueueThatIsFullIsDroppedAndTheSweepKeepsTheOrder() {
    List<InboundEvent> stored = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      stored.add(events.event(i % 2 == 0 ? "ping" : "pong", "1"));
    }
    try (var node =
        new LaneNode(
                db.database(),
                "a",
                Samples.settings(Samples.pingPong()),
                quick -> quick.withBounds(2, 16, 10, 1 << 20))
            .start()) {
      await().until(() -> node.lanes() == Lane.COUNT && node.service.idle());
      node.store(stored);

      await().until(() -> db.count("outcome") == 400);
      assertThat(node.heard.overflowed).hasPositiveValue();
      assertThat(db.query("select 1 from outcome where verdict <> 'applied'")).isEmpty();
      assertThat(node.written.stream().map(each -> each.event().id()))
          .containsExactlyElementsOf(stored.stream().map(InboundEvent::id).toList());
    }
  }

  @Test
  void theLowWaterMarkDoesNotPassAnEventWithoutAVerdict() throws SQLException {
    Lane lane = Lane.of(new EntityRef("order", "1"));
    try (var node =
            new LaneNode(
                    db.database(),
                    "a",
                    Samples.settings(Samples.pingPong()),
                    quick -> quick.withSafetyAge(Duration.ofMillis(300)))
                .start();
        Connection other = db.database().dedicatedConnection();
        Statement statement = other.createStatement()) {
      await().until(() -> node.lanes() == Lane.COUNT && node.service.idle());
      // Somebody has just made that entity and not committed: the batch has to wait for it.
      other.setAutoCommit(false);
      statement.execute(
          """
          insert into entity values ('order', '1', 'a', 1, null, null,
            '00000000-0000-7000-8000-000000000000', null, now())
          """);
      InboundEvent event = events.event("ping", "1");
      StoredEvents.store(db.database(), List.of(event));
      await()
          .during(Duration.ofSeconds(4))
          .atMost(Duration.ofSeconds(8))
          .until(() -> lowWater(lane).compareTo(event.id()) < 0);
      assertThat(db.count("outcome")).isZero();

      other.rollback();
      await().until(() -> db.count("outcome") == 1);
      await().until(() -> lowWater(lane).compareTo(event.id()) > 0);
    }
  }

  private EventId lowWater(Lane lane) {
    return new EventId(
        (UUID)
            Objects.requireNonNull(
                db.query("select low_water from lane where lane = ?", lane.number())
                    .getFirst()
                    .get("low_water")));
  }

  private LaneNode started(ProcessSettings settings) {
    LaneNode node = new LaneNode(db.database(), "a", settings).start();
    await().until(() -> node.lanes() == Lane.COUNT && node.service.idle());
    return node;
  }

  private void rerun(InboundEvent event) {
    db.execute("update dead_letter set status = 'replayed'");
    boolean parked =
        db.database()
            .transaction(
                Pool.ADMIN, tx -> Parked.rerun(tx, event.id(), 1, event.lane(), event.entity()));
    assertThat(parked).isTrue();
  }

  private Map<String, Object> outcome(InboundEvent event) {
    return db.query("select * from outcome where event = ?", event.id().value()).getFirst();
  }

  private String state(String key) {
    return db.query("select state from entity where entity_key = ?", key).stream()
        .map(row -> String.valueOf(row.get("state")))
        .findFirst()
        .orElse("");
  }
}
