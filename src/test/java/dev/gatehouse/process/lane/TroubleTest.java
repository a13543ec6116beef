package dev.gatehouse.process.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.gatehouse.db.Database;
import dev.gatehouse.db.Pool;
import dev.gatehouse.db.TestDatabase;
import dev.gatehouse.event.InboundEvent;
import dev.gatehouse.event.Lane;
import dev.gatehouse.process.machine.MachineSettings.AfterDead;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Lanes when something goes wrong. */
class TroubleTest {
  private final TestDatabase db = TestDatabase.fresh();
  private final StoredEvents events = new StoredEvents();
  private final ProcessSettings settings =
      Samples.settings(Samples.order(Duration.ofMinutes(10), AfterDead.RELEASE));

  @AfterEach
  void close() {
    db.close();
  }

  @Test
  void oneEventThatFailsAloneIsGivenUpAndTakesNobodyAlong() {
    InboundEvent bad = events.event("order.paid", "bad");
    refuse(bad);
    List<InboundEvent> all = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      all.add(events.event("order.paid", "k" + i));
    }
    all.add(50, bad);

    try (var node = started()) {
      node.store(all);
      await().until(() -> db.count("outcome") == 101);
      assertThat(node.heard.poisoned).hasValue(1);
    }
    assertThat(outcome(bad)).containsEntry("verdict", "rejected").containsEntry("reason", "POISON");
    assertThat(db.query("select count(*) as n from outcome where verdict = 'applied'").getFirst())
        .containsEntry("n", 100L);
    assertThat(db.query("select code, message from dead_letter"))
        .singleElement()
        .satisfies(
            row ->
                assertThat(row)
                    .containsEntry("code", "POISON")
                    .containsEntry("message", "failed alone 3 times: SQL state P0001"));
  }

  @Test
  void aWaitingEventThatFailsDoesNotTakeItsPredecessorAlong() {
    InboundEvent shipped = events.event("order.shipped", "1");
    InboundEvent paid = events.event("order.paid", "1");
    refuse(shipped);

    try (var node = started()) {
      node.store(List.of(shipped));
      await().until(() -> db.count("parked") == 1);
      node.store(List.of(paid));
      await().until(() -> db.count("outcome") == 1);
      assertThat(outcome(paid)).containsEntry("verdict", "applied");
      assertThat(db.count("parked")).isEqualTo(1);
    }
  }

  @Test
  void aNodeThatLostItsLeaseCannotCommit() {
    InboundEvent paid = events.event("order.paid", "1");
    StoredEvents.store(db.database(), List.of(paid));
    LaneTable zombie = new LaneTable("zombie", UUID.randomUUID());
    Lease lease = take(zombie, paid.lane(), Duration.ofMillis(1));
    Haul inHand =
        Haul.of(
            new OwnedLane(
                lease,
                new HandOff(10, new HandOff.Room(1000)),
                new Progress(lease, Duration.ZERO, 0)),
            List.of(Task.fresh(paid)));

    LaneTable successor = new LaneTable("b", UUID.randomUUID());
    Lease next = take(successor, paid.lane(), Duration.ofMinutes(1));

    assertThat(next.epoch()).isEqualTo(lease.epoch() + 1);
    assertThat(next.clean()).isFalse();
    assertThatThrownBy(() -> commit(zombie, inHand)).isInstanceOf(Batch.Fenced.class);
    assertThat(db.count("outcome")).isZero();
    assertThat(db.count("entity")).isZero();
    assertThat(db.count("delivery")).isZero();
  }

  @Test
  void anEventThatWasInHandWhenThreeProcessesDiedIsGivenUp() {
    InboundEvent killer = events.event("order.paid", "1");
    InboundEvent after = events.event("order.paid", "1");
    StoredEvents.store(db.database(), List.of(killer, after));
    diedWith(killer, 3);

    try (var node = started()) {
      await().until(() -> db.count("outcome") == 2);
      assertThat(node.heard.takenOver).hasValue(1);
    }
    assertThat(outcome(killer)).containsEntry("reason", "POISON");
    assertThat(outcome(after)).containsEntry("verdict", "applied");
    assertThat(db.query("select code from dead_letter").getFirst()).containsEntry("code", "POISON");
    assertThat(laneOf(killer)).containsEntry("marker", null).containsEntry("clean", true);
  }

  @Test
  void afterAnUncleanTakeoverEachEventIsMarkedBeforeItIsFolded() {
    InboundEvent first = events.event("order.paid", "1");
    StoredEvents.store(db.database(), List.of(first));
    diedWith(first, 1);
    // Its verdict cannot be written before the gate opens.
    db.execute("create table gate as select 1 as open where false");
    db.execute(
        """
        create function wait_at_the_gate() returns trigger language plpgsql as $$
        begin
          while not exists (select from gate) loop perform pg_sleep(0.02); end loop;
          return new;
        end $$
        """);
    db.execute(
        "create trigger gate before insert on outcome for each row"
            + " execute function wait_at_the_gate()");

    try (var node = started(1)) {
      await().until(() -> Integer.valueOf(2).equals(laneOf(first).get("marker_claims")));
      assertThat(laneOf(first)).containsEntry("marker", first.id().value());
      assertThat(db.count("outcome")).isZero();

      db.execute("insert into gate values (1)");
      await().until(() -> db.count("outcome") == 1);
      assertThat(outcome(first)).containsEntry("verdict", "applied");
      await().until(() -> laneOf(first).get("marker") == null && node.service.idle());

      // Careful no longer: nothing is marked any more.
      node.store(List.of(events.event("order.shipped", "1")));
      await().until(() -> db.count("outcome") == 2);
      assertThat(laneOf(first)).containsEntry("marker_claims", 0);
    }
  }

  @Test
  void whileTheDatabaseIsAwayNothingIsLost() {
    List<InboundEvent> all = new ArrayList<>();
    try (var node = started()) {
      for (int round = 0; round < 10; round++) {
        List<InboundEvent> some = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
          some.add(events.event(round % 2 == 0 ? "order.paid" : "order.shipped", "k" + i));
        }
        StoredEvents.store(db.database(), some);
        node.service.stored(some);
        all.addAll(some);
        db.killConnections();
        // The next write of the test itself needs a connection that lives.
        await().ignoreExceptions().until(() -> db.count("event") == all.size() && alive());
      }
      await().atMost(Duration.ofSeconds(60)).until(() -> db.count("outcome") == all.size());
      assertThat(db.query("select entity_key from entity where state <> 'shipped'")).isEmpty();
    }
  }

  private boolean alive() {
    return db.database().transaction(Pool.INTAKE, tx -> true);
  }

  private LaneNode started() {
    LaneNode node = new LaneNode(db.database(), "a", settings).start();
    await().until(() -> node.lanes() == Lane.COUNT);
    return node;
  }

  private LaneNode started(int workers) {
    LaneNode node =
        new LaneNode(
                db.database(), "a", settings, quick -> quick.withBounds(workers, 64, 100, 1 << 20))
            .start();
    await().until(() -> node.lanes() == Lane.COUNT);
    return node;
  }

  /** The database will not take a verdict on that event, whatever is tried, but giving up. */
  private void refuse(InboundEvent event) {
    db.execute(
        """
        create function refuse() returns trigger language plpgsql as $$
        begin
          if new.event = '%s' and new.reason is distinct from 'POISON' then
            raise exception 'no';
          end if;
          return new;
        end $$
        """
            .formatted(event.id()));
    db.execute(
        "create trigger refuse before insert on outcome for each row execute function refuse()");
  }

  private void diedWith(InboundEvent event, int claims) {
    db.execute(
        "update lane set clean = false, owner = 'gone#1', marker = '%s', marker_claims = %d"
                .formatted(event.id(), claims)
            + " where lane = "
            + event.lane().number());
  }

  private Lease take(LaneTable table, Lane lane, Duration expiry) {
    Database database = db.database();
    return await()
        .until(
            () ->
                database
                    .<List<Lease>>transaction(Pool.WORK, tx -> table.take(tx, 64, expiry))
                    .stream()
                    .filter(lease -> lease.lane().equals(lane))
                    .findFirst(),
            java.util.Optional::isPresent)
        .orElseThrow();
  }

  private void commit(LaneTable table, Haul inHand) {
    var parts = LaneNode.parts(db.database(), settings, new ArrayList<>(), LaneListener.NONE);
    Batch batch =
        new Batch(parts.events(), parts.outbox(), parts.deadLetters(), table, "zombie", 3);
    db.database()
        .run(
            Pool.WORK,
            tx -> {
              var unused = batch.write(tx, List.of(inHand), settings, Instant.now(), true);
            });
  }

  private Map<String, Object> outcome(InboundEvent event) {
    return db.query("select * from outcome where event = ?", event.id().value()).getFirst();
  }

  private Map<String, Object> laneOf(InboundEvent event) {
    return db.query("select * from lane where lane = ?", event.lane().number()).getFirst();
  }
}
