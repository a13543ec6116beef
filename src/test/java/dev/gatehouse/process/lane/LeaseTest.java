package dev.gatehouse.process.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gatehouse.db.Pool;
import dev.gatehouse.db.TestDatabase;
import dev.gatehouse.db.Tx;
import dev.gatehouse.event.Lane;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LeaseTest {
  private final TestDatabase db = TestDatabase.fresh();

  @AfterEach
  void close() {
    db.close();
  }

  @Test
  void theFirstNodeHasAllLanesAndASecondOneHalfOfThem() {
    try (var first = node("a").start()) {
      await().until(() -> first.lanes() == Lane.COUNT);

      try (var other = db.anotherNode();
          var second = new LaneNode(other, "b", ProcessSettings.NONE).start()) {
        await().until(() -> first.lanes() == 32 && second.lanes() == 32);
        Set<Lane> all = new HashSet<>(first.service.owned());
        all.addAll(second.service.owned());
        assertThat(all).hasSize(Lane.COUNT);
        assertThat(first.service.nodes()).isEqualTo(2);
      }

      // Given back in order: nobody has to wait for an expiry, nobody has to be careful.
      await().until(() -> first.lanes() == Lane.COUNT);
      assertThat(first.heard.takenOver).hasValue(0);
    }
    assertThat(db.query("select 1 from lane where owner is not null or not clean")).isEmpty();
    assertThat(db.query("select 1 from node where seen_at > now() - interval '800 ms'")).isEmpty();
  }

  @Test
  void threeNodesShareEvenly() {
    try (var first = node("a").start();
        var two = db.anotherNode();
        var second = new LaneNode(two, "b", ProcessSettings.NONE).start();
        var three = db.anotherNode();
        var third = new LaneNode(three, "c", ProcessSettings.NONE).start()) {
      await()
          .until(
              () ->
                  first.lanes() + second.lanes() + third.lanes() == Lane.COUNT
                      && List.of(first, second, third).stream()
                          .allMatch(node -> node.lanes() >= 20 && node.lanes() <= 22));
    }
  }

  @Test
  void lanesOfADeadNodeAreTakenOverWhenTheirLeaseHasRunOut() {
    LaneTable dead = table("dead");
    db.database().run(Pool.WORK, tx -> seen(tx, dead));
    List<Lease> its =
        db.database().transaction(Pool.WORK, tx -> dead.take(tx, 64, Duration.ofMillis(1_200)));
    assertThat(its).hasSize(Lane.COUNT).allMatch(Lease::clean);

    Instant start = Instant.now();
    try (var alive = node("a").start()) {
      await().until(() -> alive.lanes() == Lane.COUNT);
      assertThat(Duration.between(start, Instant.now())).isGreaterThan(Duration.ofMillis(800));
      assertThat(alive.heard.takenOver).hasValue(Lane.COUNT);
    }
  }

  @Test
  void aProcessThatStartsUnderTheNameOfADeadOneDoesNotWait() {
    LaneTable dead = table("a");
    db.database().run(Pool.WORK, tx -> seen(tx, dead));
    db.database().run(Pool.WORK, tx -> dead.take(tx, 64, Duration.ofMinutes(5)));

    try (var again = node("a").start()) {
      await().until(() -> again.lanes() == Lane.COUNT);
      assertThat(again.heard.takenOver).hasValue(Lane.COUNT);
    }
  }

  @Test
  void aLeaseThatRanOutAndThatNobodyTookIsStillItsOwners() {
    LaneTable one = table("one");
    Lease lease = db.database().transaction(Pool.WORK, tx -> one.take(tx, 1, ms(1))).getFirst();
    List<Renewal> mine = List.of(new Renewal(lease.lane(), lease.epoch(), lease.lowWater()));

    assertThat(renewed(one, mine)).containsExactly(lease.lane());

    LaneTable two = table("two");
    await()
        .until(
            () ->
                db.database().transaction(Pool.WORK, tx -> two.take(tx, 64, ms(60_000))).stream()
                    .anyMatch(taken -> taken.lane().equals(lease.lane())));
    assertThat(renewed(one, mine)).isEmpty();
  }

  @Test
  void aBrokenDatabaseConnectionCostsNoLane() {
    try (var node = node("a").start()) {
      await().until(() -> node.lanes() == Lane.COUNT);
      db.killConnections();
      await()
          .during(Duration.ofSeconds(1))
          .atMost(Duration.ofSeconds(15))
          .until(() -> node.lanes() == Lane.COUNT);
      assertThat(node.heard.lost).hasValue(0);
    }
  }

  private Set<Lane> renewed(LaneTable table, List<Renewal> mine) {
    return db.database().transaction(Pool.WORK, tx -> table.renew(tx, mine, ms(1)));
  }

  private LaneNode node(String name) {
    return new LaneNode(db.database(), name, ProcessSettings.NONE);
  }

  private static LaneTable table(String name) {
    return new LaneTable(name, UUID.randomUUID());
  }

  private static void seen(Tx tx, LaneTable table) {
    var unused = table.seen(tx, "test", Duration.ofSeconds(1));
  }

  private static Duration ms(long millis) {
    return Duration.ofMillis(millis);
  }
}
