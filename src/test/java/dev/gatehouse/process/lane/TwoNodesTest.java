package dev.gatehouse.process.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gatehouse.db.DatabaseException;
import dev.gatehouse.db.TestDatabase;
import dev.gatehouse.event.InboundEvent;
import dev.gatehouse.event.Lane;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two nodes on one database: each event one verdict, each entity in order, whatever happens. */
class TwoNodesTest {
  private static final int ENTITIES = 40;

  private final TestDatabase db = TestDatabase.fresh();
  private final StoredEvents events = new StoredEvents();
  private final ProcessSettings settings = Samples.settings(Samples.pingPong());

  @AfterEach
  void close() {
    db.close();
  }

  @Test
  void whatOneNodeStoresForTheOthersLanesIsWorkedSoonAndInOrder() {
    try (var other = db.anotherNode();
        var first = new LaneNode(db.database(), "a", settings).start();
        var second = new LaneNode(other, "b", settings).start()) {
      await().until(() -> first.lanes() == 32 && second.lanes() == 32);
      List<InboundEvent> stored = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        // A load balancer in front: the next event of an entity comes in at the other node, at
        // once.
        LaneNode node = i % 2 == 0 ? first : second;
        InboundEvent event = events.event(i % 2 == 0 ? "ping" : "pong", "1");
        node.store(List.of(event));
        stored.add(event);
      }
      await().until(() -> db.count("outcome") == 200);

      assertThat(db.query("select 1 from outcome where verdict <> 'applied'")).isEmpty();
      List<LaneNode> owner =
          List.of(first, second).stream().filter(node -> !node.written.isEmpty()).toList();
      assertThat(owner).hasSize(1);
      assertThat(owner.getFirst().written.stream().map(each -> each.event().id()))
          .containsExactlyElementsOf(stored.stream().map(InboundEvent::id).toList());
    }
  }

  @Test
  void aNodeThatIsCutOffAndOneThatTakesOverReachEachVerdictOnce() {
    List<InboundEvent> stored = new ArrayList<>();
    Map<Integer, Integer> turns = new HashMap<>();
    try (var survivor = new LaneNode(db.database(), "a", settings).start()) {
      try (var doomed = db.anotherNode();
          var victim = new LaneNode(doomed, "b", settings).start()) {
        await().until(() -> survivor.lanes() == 32 && victim.lanes() == 32);
        for (int i = 0; i < 50; i++) {
          List<InboundEvent> some = some(turns, 20, new SplittableRandom(i));
          victim.store(some);
          stored.addAll(some);
          if (i == 40) {
            // From here on it is a process that cannot reach anything, with lanes in its hands.
            doomed.close();
            break;
          }
        }
        await()
            .atMost(Duration.ofSeconds(60))
            .until(() -> db.count("outcome") == stored.size() && survivor.lanes() == Lane.COUNT);
      }
      check(stored);
      assertThat(survivor.heard.takenOver).hasValue(32);
    }
  }

  @Test
  void killedConnectionsAndRestartedNodesLoseNothingAndDoubleNothing() {
    long seed = System.nanoTime();
    SplittableRandom random = new SplittableRandom(seed);
    List<InboundEvent> stored = new ArrayList<>();
    Map<Integer, Integer> turns = new HashMap<>();
    try (var other = db.anotherNode();
        var first = new LaneNode(db.database(), "a", settings).start()) {
      LaneNode second = new LaneNode(other, "b", settings).start();
      for (int round = 0; round < 60; round++) {
        List<InboundEvent> some = some(turns, 1 + random.nextInt(40), random);
        LaneNode node = random.nextBoolean() ? first : second;
        storeSurely(node, some);
        stored.addAll(some);
        if (random.nextInt(6) == 0) {
          db.killConnections();
        }
        if (random.nextInt(15) == 0) {
          second.close();
          second = new LaneNode(other, "b" + round, settings).start();
        }
      }
      await().atMost(Duration.ofSeconds(60)).until(() -> db.count("outcome") == stored.size());
      second.close();
      check(stored);
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("seed " + seed, e);
    }
  }

  /** Events of random entities, each the next in turn of its entity. */
  private List<InboundEvent> some(Map<Integer, Integer> turns, int count, SplittableRandom random) {
    List<InboundEvent> some = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int entity = random.nextInt(ENTITIES);
      int turn = turns.merge(entity, 1, Integer::sum);
      some.add(events.event(turn % 2 == 1 ? "ping" : "pong", "k" + entity));
    }
    return some;
  }

  /** As a provider does: again until it is acknowledged. */
  private void storeSurely(LaneNode node, List<InboundEvent> some) {
    await()
        .ignoreException(DatabaseException.class)
        .until(
            () -> {
              if (db.query("select 1 from event where id = ?", some.getFirst().id().value())
                  .isEmpty()) {
                StoredEvents.store(node.database, some);
              }
              return true;
            });
    node.service.stored(some);
  }

  private void check(List<InboundEvent> stored) {
    assertThat(
            db.query(
                """
                select e.entity_key, e.id, o.verdict, o.reason, o.node, o.at
                from outcome o join event e on e.id = o.event
                where o.verdict <> 'applied' order by o.at
                """))
        .as("verdicts out of order")
        .isEmpty();
    assertThat(db.count("delivery")).isEqualTo(stored.size());
    assertThat(db.query("select coalesce(sum(version), 0)::bigint as n from entity").getFirst())
        .containsEntry("n", (long) stored.size());
    assertThat(db.count("dead_letter")).isZero();
    assertThat(db.count("parked")).isZero();
  }
}
