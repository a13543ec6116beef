package dev.gatehouse.watch.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.db.TestDatabase;
import dev.gatehouse.event.EventIds;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BooksTest {
  private static final Duration LONG = Duration.ofMinutes(1);

  private static TestDatabase db;
  private static Rows rows;

  @BeforeAll
  static void open() {
    db = TestDatabase.fresh();
    rows = new Rows(db);
  }

  @AfterAll
  static void close() {
    db.close();
  }

  @BeforeEach
  void empty() {
    rows.empty();
  }

  @Test
  void everyWayAnEventCanStandIsInExactlyOneClass() {
    rows.event("erp");
    rows.parked(rows.event("erp"), "deferred");
    rows.applied(rows.event("erp"));
    rows.verdict(rows.event("erp"), 0, "stale", "OLDER");
    deliver("delivered", null, null);
    deliver("retry", "due", null);
    deliver(null, "behind", null);
    deliver(null, null, null);
    deliver("exhausted", null, "new");
    deliver("exhausted", null, "closed");
    UUID again = rows.verdict(rows.event("erp"), 0, "rejected", "POISON");
    rows.deadLetter(again, null, "replayed");
    rows.verdict(again, 1, "applied", null);
    UUID waiting = rows.verdict(rows.event("erp"), 0, "rejected", "POISON");
    rows.deadLetter(waiting, null, "replayed");
    rows.parked(waiting, "rerun");
    UUID unroutable = rows.applied(rows.event("erp"));
    rows.deadLetter(unroutable, null, "investigating");

    Books books = books(1000);

    assertThat(books.holes()).isEmpty();
    assertThat(books.received()).isEqualTo(13);
    assertThat(books.pending()).isEqualTo(6);
    assertThat(books.finished()).isEqualTo(4);
    assertThat(books.dead()).isEqualTo(3);
    assertThat(books.balance()).isTrue();
    assertThat(books.complete()).isTrue();
  }

  @Test
  void anEventThatWasRefusedWithoutADeadLetterIsAHole() {
    UUID lost = rows.verdict(rows.event("erp"), 0, "rejected", "INVALID_FIELD");
    rows.applied(rows.event("erp"));

    Books books = books(1000);

    assertThat(books.balance()).isFalse();
    assertThat(books.holes())
        .containsExactly(
            new Books.Hole(lost, "the verdict is neither pending nor finished nor dead"));
  }

  @Test
  void aDeliveryThatStoppedWithoutADeadLetterIsAHole() {
    UUID event = rows.applied(rows.event("erp"));
    rows.attempt(rows.delivery(event, "billing"), 0, 1, "exhausted", true);

    assertThat(books(1000).holes()).extracting(Books.Hole::event).containsExactly(event);
  }

  @Test
  void aRerunThatGotLostIsAHole() {
    UUID event = rows.applied(rows.event("erp"));
    UUID delivery = rows.delivery(event, "billing");
    rows.attempt(delivery, 0, 1, "exhausted", true);
    rows.deadLetter(event, delivery, "replayed");

    assertThat(books(1000).unaccounted()).isEqualTo(1);
  }

  @Test
  void workThatIsBothDoneAndDeadIsAHole() {
    UUID event = rows.applied(rows.event("erp"));
    UUID delivery = rows.delivery(event, "billing");
    rows.attempt(delivery, 0, 1, "delivered", true);
    rows.deadLetter(event, delivery, "new");

    assertThat(books(1000).holes())
        .containsExactly(new Books.Hole(event, "the delivery to billing is finished and dead"));
  }

  @Test
  void slicesAddUpAndThoseThatCanStillChangeAreReadAgain() {
    Instant longAgo = Instant.now().minus(Duration.ofHours(1));
    EventIds old = new EventIds(InstantSource.fixed(longAgo), new Random(1));
    UUID late = null;
    for (int i = 0; i < 25; i++) {
      late = rows.event(old.next().value(), "erp", null, null, "{}");
      if (i < 24) {
        rows.applied(late);
      }
    }
    rows.event("erp");
    Bookkeeper keeper = new Bookkeeper(db.database(), InstantSource.system(), 4);

    Books first = keeper.recent(Duration.ZERO, LONG);
    rows.applied(late);
    rows.event("erp");
    Books second = keeper.recent(Duration.ZERO, LONG);

    assertThat(first.received()).isEqualTo(26);
    assertThat(first.pending()).isEqualTo(2);
    assertThat(first.oldestWaiting()).isEqualTo(late);
    assertThat(second.received()).isEqualTo(27);
    assertThat(second.pending()).isEqualTo(2);
    assertThat(second)
        .usingRecursiveComparison()
        .ignoringFields("at")
        .isEqualTo(keeper.prove(LONG));
  }

  @Test
  void statsSumUpWhatIsOnRecord() {
    UUID event = rows.applied(rows.event("erp"));
    rows.copy(event, false, 20);
    rows.copy(event, true, 1);
    rows.rejection("erp");

    Stats stats =
        new StatsReader(
                new Bookkeeper(db.database(), InstantSource.system()),
                db.database(),
                InstantSource.system())
            .now();

    assertThat(stats.duplicates()).isEqualTo(21);
    assertThat(stats.conflicts()).isEqualTo(1);
    assertThat(stats.rejected()).isEqualTo(1);
    assertThat(stats.received()).isEqualTo(1);
    assertThat(stats.finished()).isEqualTo(1);
    assertThat(stats.backlogOldestSeconds()).isZero();
  }

  private void deliver(String result, String retry, String letter) {
    UUID event = rows.applied(rows.event("erp"));
    UUID delivery = rows.delivery(event, "billing");
    if (result != null) {
      rows.attempt(delivery, 0, 1, result, !result.equals("retry"));
    }
    if (retry != null) {
      rows.retry(delivery, retry);
    }
    if (letter != null) {
      rows.deadLetter(event, delivery, letter);
    }
  }

  private Books books(int slice) {
    return new Bookkeeper(db.database(), InstantSource.system(), slice).prove(LONG);
  }
}
