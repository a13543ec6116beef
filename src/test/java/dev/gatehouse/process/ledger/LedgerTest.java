package dev.gatehouse.process.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gatehouse.db.Database;
import dev.gatehouse.db.Pool;
import dev.gatehouse.db.TestDatabase;
import dev.gatehouse.db.Tx;
import dev.gatehouse.event.EntityRef;
import dev.gatehouse.event.EventId;
import dev.gatehouse.event.InboundEvent;
import dev.gatehouse.event.Lane;
import dev.gatehouse.process.machine.EntityState;
import dev.gatehouse.process.machine.Sample;
import dev.gatehouse.process.machine.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class LedgerTest {
  private static final EntityState START = new EntityState("new", 0, null, null, null, null);
  private static TestDatabase test;

  @BeforeAll
  static void open() {
    test = TestDatabase.fresh();
  }

  @AfterAll
  static void close() {
    test.close();
  }

  private static Database db() {
    return test.database();
  }

  private static InboundEvent event(String key) {
    return Sample.of("order.paid").withKey(key).event();
  }

  private static EntityRef order(String key) {
    return new EntityRef("order", key);
  }

  private static EntityState paid(EventId by) {
    return new EntityState("paid", 1, 7L, Sample.NOON.plusNanos(123_000), by, null);
  }

  private static void save(EntityRef entity, EntityState before, EntityState after) {
    db().run(Pool.WORK, tx -> Entities.save(tx, List.of(new EntityChange(entity, before, after))));
  }

  private static EntityState load(EntityRef entity) {
    return db().transaction(Pool.WORK, tx -> Entities.load(tx, List.of(entity))).get(entity);
  }

  private static boolean yes(Function<Tx, Boolean> question) {
    return db().transaction(Pool.WORK, question);
  }

  private static Outcome outcome(EventId event, int run) {
    return Outcome.of(
        event,
        run,
        new Lane(3),
        new Verdict.Applied("new", "paid", "body.total < 1", paid(event)),
        "rev-1",
        Sample.NOON,
        "node-a");
  }

  @Test
  void anEntityIsKeptAsItWasSaved() {
    EventId first = event("k1").id();
    assertThat(load(order("k1"))).isNull();
    save(order("k1"), START, paid(first));
    assertThat(load(order("k1"))).isEqualTo(paid(first));

    EventId second = event("k1").id();
    EntityState held =
        new EntityState("shipped", 2, null, null, second, null).heldBy(event("k1").id());
    save(order("k1"), paid(first), held);
    assertThat(load(order("k1"))).isEqualTo(held);
  }

  @Test
  void keysThatLookAlikeStayApart() {
    List<String> keys = List.of("A", "a", "Ａ", "a ", "é", "e\u0301");
    for (String key : keys) {
      save(order("look-" + key), START, paid(event(key).id()));
    }
    List<EntityRef> entities = keys.stream().map(key -> order("look-" + key)).toList();
    assertThat(yes(tx -> Entities.load(tx, entities).size() == keys.size())).isTrue();
  }

  @Test
  void aWriterThatReadAnOlderRowIsOvertaken() {
    EntityRef entity = order("k2");
    EventId first = event("k2").id();
    save(entity, START, paid(first));
    assertThatThrownBy(() -> save(entity, START, paid(event("k2").id())))
        .as("somebody else saw the entity first")
        .isInstanceOf(Overtaken.class);
    EntityState confirmed = new EntityState("paid", 1, 9L, null, event("k2").id(), null);
    save(entity, paid(first), confirmed);
    assertThatThrownBy(
            () ->
                save(
                    entity,
                    paid(first),
                    new EntityState("shipped", 2, 8L, null, event("k2").id(), null)))
        .as("the version is the same, but another event has confirmed the state meanwhile")
        .isInstanceOf(Overtaken.class);
    assertThat(load(entity)).isEqualTo(confirmed);
  }

  @Test
  void ofManyWritersExactlyOneWins() throws Exception {
    int writers = 4;
    for (int round = 0; round < 10; round++) {
      EntityRef entity = order("race-" + round);
      EventId event = event("race").id();
      EntityState seen = round % 2 == 0 ? START : paid(event("race").id());
      if (seen != START) {
        save(entity, START, seen);
      }
      CyclicBarrier together = new CyclicBarrier(writers);
      List<Callable<Boolean>> tasks = new ArrayList<>();
      for (int i = 0; i < writers; i++) {
        EventId by = i % 2 == 0 ? event : event("race").id();
        tasks.add(
            () -> {
              together.await();
              try {
                db().run(
                        Pool.WORK,
                        tx -> {
                          Outcomes.record(tx, List.of(outcome(by, 0)));
                          Entities.save(
                              tx,
                              List.of(
                                  new EntityChange(
                                      entity,
                                      seen,
                                      new EntityState("shipped", 2, null, null, by, null))));
                        });
                return true;
              } catch (Overtaken e) {
                return false;
              }
            });
      }
      int won = 0;
      try (var threads = Executors.newFixedThreadPool(writers)) {
        for (Future<Boolean> each : threads.invokeAll(tasks)) {
          won += each.get() ? 1 : 0;
        }
      }
      assertThat(won).as("round %s", round).isEqualTo(1);
    }
  }

  @Test
  void aVerdictIsReachedOncePerRun() {
    EventId event = event("k3").id();
    EventId other = event("k3").id();
    db().run(Pool.WORK, tx -> Outcomes.record(tx, List.of(outcome(event, 0))));
    assertThatThrownBy(
            () ->
                db().run(
                        Pool.WORK,
                        tx -> Outcomes.record(tx, List.of(outcome(other, 0), outcome(event, 0)))))
        .isInstanceOf(Overtaken.class);
    db().run(Pool.WORK, tx -> Outcomes.record(tx, List.of(outcome(event, 1))));
    Map<EventId, Integer> runs =
        db().transaction(Pool.WORK, tx -> Outcomes.lastRuns(tx, List.of(event, other)));
    assertThat(runs).as("nothing of the overtaken batch stays").isEqualTo(Map.of(event, 1));
    assertThat(yes(tx -> Outcomes.lastRun(tx, other).isEmpty())).isTrue();
  }

  @Test
  void anOutcomeTellsTheWholeStory() {
    EventId event = event("k4").id();
    db().run(Pool.WORK, tx -> Outcomes.record(tx, List.of(outcome(event, 0))));
    assertThat(test.query("select * from outcome where event = ?", event.value()))
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row)
                  .containsEntry("verdict", "applied")
                  .containsEntry("from_state", "new")
                  .containsEntry("to_state", "paid")
                  .containsEntry("reason", null)
                  .containsEntry("guard", "body.total < 1")
                  .containsEntry("machine_revision", "rev-1")
                  .containsEntry("entity_version", 1L)
                  .containsEntry("node", "node-a");
              assertThat(((java.sql.Timestamp) row.get("at")).toInstant()).isEqualTo(Sample.NOON);
            });
  }

  @Test
  void whatWaitsIsFoundByItsEntityInOrderOfArrival() {
    EntityRef entity = order("p1");
    List<EventId> ids = IntStream.range(0, 3).mapToObj(i -> event("p1").id()).toList();
    Lane lane = new Lane(11);
    db().run(
            Pool.WORK,
            tx ->
                Parked.park(
                    tx,
                    List.of(
                        ParkedEvent.New.deferred(ids.get(2), 0, lane, entity, Duration.ofHours(1)),
                        ParkedEvent.New.deferred(ids.get(0), 0, lane, entity, Duration.ofHours(1)),
                        ParkedEvent.New.deferred(
                            ids.get(1), 2, lane, entity, Duration.ofMillis(-1)))));
    List<ParkedEvent> waiting =
        db().transaction(Pool.WORK, tx -> Parked.ofEntities(tx, Set.of(entity, order("none"))))
            .get(entity);
    assertThat(waiting).extracting(ParkedEvent::event).containsExactlyElementsOf(ids);
    assertThat(waiting.get(1).run()).isEqualTo(2);
    assertThat(Duration.between(waiting.getFirst().since(), waiting.getFirst().until()))
        .isEqualTo(Duration.ofHours(1));

    assertThat(due(lane)).extracting(ParkedEvent::event).containsExactly(ids.get(1));
    assertThat(due(new Lane(12))).isEmpty();
    db().run(Pool.WORK, tx -> Parked.remove(tx, List.of(ids.get(1))));
    assertThatThrownBy(() -> db().run(Pool.WORK, tx -> Parked.remove(tx, ids)))
        .as("one of them got its verdict from somebody else")
        .isInstanceOf(Overtaken.class);
    assertThat(test.query("select 1 from parked where entity_key = 'p1'")).hasSize(2);
  }

  private static List<ParkedEvent> due(Lane lane) {
    return db().transaction(Pool.WORK, tx -> Parked.due(tx, lane, 100));
  }

  @Test
  void anotherRunIsDueAtOnceAndAskedForOnce() {
    EventId event = event("p2").id();
    Lane lane = new Lane(13);
    assertThat(yes(tx -> Parked.rerun(tx, event, 1, lane, null))).isTrue();
    assertThat(yes(tx -> Parked.rerun(tx, event, 1, lane, null))).isFalse();
    assertThat(due(lane))
        .singleElement()
        .satisfies(
            parked -> {
              assertThat(parked.reason()).isEqualTo(ParkedEvent.Reason.RERUN);
              assertThat(parked.entity()).isNull();
              assertThat(parked.run()).isEqualTo(1);
            });
  }

  @Test
  void followersOfADeadEventAreLetGoWithItAndNotBefore() {
    EntityRef entity = order("p3");
    InboundEvent dead = event("p3");
    EventId second = event("p3").id();
    EventId third = event("p3").id();
    Lane lane = new Lane(14);
    save(entity, START, START.heldBy(dead.id()));
    db().run(
            Pool.WORK,
            tx ->
                Parked.park(
                    tx,
                    List.of(
                        ParkedEvent.New.held(third, 0, lane, entity),
                        ParkedEvent.New.held(second, 0, lane, entity))));
    assertThat(due(lane)).isEmpty();
    assertThat(yes(tx -> Entities.release(tx, entity, second)))
        .as("not the one that holds")
        .isFalse();
    assertThat(yes(tx -> Entities.release(tx, entity, dead.id()))).isTrue();
    assertThat(due(lane)).extracting(ParkedEvent::event).containsExactly(second, third);
    assertThat(load(entity).heldBy()).isNull();
    EventId late = event("p3").id();
    assertThatThrownBy(
            () ->
                db().run(
                        Pool.WORK,
                        tx ->
                            Parked.park(tx, List.of(ParkedEvent.New.held(late, 0, lane, entity)))))
        .as("nobody would ever let it go")
        .isInstanceOf(Overtaken.class);
  }

  @Test
  void emptyBatchesCostNothing() {
    db().run(
            Pool.WORK,
            tx -> {
              Entities.save(tx, List.of());
              Outcomes.record(tx, List.of());
              Parked.park(tx, List.of());
              Parked.remove(tx, List.of());
              assertThat(Entities.load(tx, List.of())).isEmpty();
              assertThat(Parked.ofEntities(tx, List.of())).isEmpty();
            });
  }

  @Test
  void instantsOfAnyYearTheJournalTakesAreKept() {
    for (String text : List.of("0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z")) {
      EntityRef entity = order("year-" + text.substring(0, 4));
      EntityState state =
          new EntityState("paid", 1, null, Instant.parse(text), event("y").id(), null);
      save(entity, START, state);
      assertThat(load(entity)).isEqualTo(state);
    }
  }
}
