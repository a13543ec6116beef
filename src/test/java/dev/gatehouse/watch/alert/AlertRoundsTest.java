package dev.gatehouse.watch.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.gatehouse.db.Pool;
import dev.gatehouse.db.TestDatabase;
import dev.gatehouse.event.EventIds;
import dev.gatehouse.watch.inspect.Bookkeeper;
import dev.gatehouse.watch.inspect.Rows;
import dev.gatehouse.watch.inspect.StatsReader;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AlertRoundsTest {
  private TestDatabase db;
  private Rows rows;
  private Alerts alerts;
  private AlertRounds rounds;

  @BeforeEach
  void open() {
    InstantSource clock = InstantSource.system();
    db = TestDatabase.fresh();
    rows = new Rows(db);
    alerts = new Alerts(clock, new EventIds(clock, new Random(1)));
    rounds =
        new AlertRounds(
            db.database(),
            new StatsReader(new Bookkeeper(db.database(), clock), db.database(), clock),
            alerts,
            Duration.ofSeconds(10));
  }

  @AfterEach
  void close() {
    db.close();
  }

  @Test
  void aRoundThatTookLongIsFollowedByALongerPause() {
    assertThat(rounds.pauseAfter(Duration.ofMillis(5))).isEqualTo(Duration.ofSeconds(10));
    assertThat(rounds.pauseAfter(Duration.ofSeconds(1))).isEqualTo(Duration.ofSeconds(20));
    assertThat(rounds.pauseAfter(Duration.ofHours(1))).isEqualTo(Duration.ofMinutes(2));
  }

  @Test
  void aGroupOfDeadLettersIsOneAlertFromItsFirstToItsLast() {
    UUID first = rows.deadLetter(rows.applied(rows.event("erp")), null, "new", "POISON", "v1-aa");
    for (int i = 0; i < 4; i++) {
      rows.deadLetter(rows.applied(rows.event("erp")), null, "new", "POISON", "v1-aa");
    }

    Alerts.Changes opened = rounds.runOnce();
    Alerts.Changes again = rounds.runOnce();
    db.execute("update dead_letter set status = 'closed'");
    Alerts.Changes over = rounds.runOnce();

    assertThat(opened.opened()).hasSize(1);
    assertThat(opened.opened().getFirst().count()).isEqualTo(5);
    assertThat(opened.opened().getFirst().message()).contains("POISON", first.toString());
    assertThat(again.opened()).isEmpty();
    assertThat(over.resolved()).hasSize(1);
    assertThat(list(true)).isEmpty();
    assertThat(list(false)).hasSize(1);
  }

  @Test
  void anOpenCircuitFailingVerificationAndAHoleAreAlertsOfTheirOwn() {
    db.execute(
        "insert into circuit (destination, state, reason, since)"
            + " values ('billing', 'open', 'five failures', now())");
    for (int i = 0; i < 25; i++) {
      rows.rejection("erp");
    }
    rows.verdict(rows.event("erp"), 0, "rejected", "POISON");

    // A count that a busy machine does not finish in one round goes on in the next.
    List<String> kinds = new ArrayList<>();
    await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> {
              rounds.runOnce().opened().forEach(each -> kinds.add(each.kind()));
              return kinds.contains("accounting");
            });
    assertThat(kinds).containsExactlyInAnyOrder("circuit", "verification", "accounting");
  }

  private List<Alerts.View> list(boolean onlyOpen) {
    return db.database().transaction(Pool.ADMIN, tx -> alerts.list(tx, onlyOpen, null, 10)).data();
  }
}
