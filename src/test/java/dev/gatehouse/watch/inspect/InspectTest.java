package dev.gatehouse.watch.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.gatehouse.db.Pool;
import dev.gatehouse.db.TestDatabase;
import dev.gatehouse.db.Tx;
import dev.gatehouse.deadletter.triage.Status;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class InspectTest {
  private static TestDatabase db;
  private static Rows rows;
  private final Events events = new Events();
  private final DeadLetterQuestions letters = new DeadLetterQuestions();

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
  void theStatusOfAnEventFollowsTheWrittenOrder() {
    UUID pending = rows.event("erp");
    UUID deferred = rows.event("erp");
    rows.parked(deferred, "deferred");
    UUID rerun = rows.verdict(rows.event("erp"), 0, "rejected", "POISON");
    rows.parked(rerun, "rerun");
    UUID applied = rows.applied(rows.event("erp"));
    UUID stale = rows.verdict(rows.event("erp"), 0, "stale", "OLDER");
    UUID ignored = rows.verdict(rows.event("erp"), 0, "ignored", "UNMATCHED");
    UUID half = rows.applied(rows.event("erp"));
    rows.attempt(rows.delivery(half, "a"), 0, 1, "delivered", true);
    rows.delivery(half, "b");
    UUID arrived = rows.applied(rows.event("erp"));
    rows.attempt(rows.delivery(arrived, "a"), 0, 1, "delivered", true);
    UUID dead = rows.applied(rows.event("erp"));
    rows.delivery(dead, "b");
    rows.deadLetter(dead, rows.delivery(dead, "a"), "closed");

    assertThat(List.of(pending, deferred, rerun, applied, stale, ignored, half, arrived, dead))
        .extracting(id -> find(id).status())
        .containsExactly(
            "pending",
            "deferred",
            "pending",
            "applied",
            "stale",
            "ignored",
            "pending",
            "delivered",
            "dead");
    for (EventStatus status : EventStatus.values()) {
      assertThat(list(Scope.ALL, filter(status), 50).data())
          .as(status.text())
          .isNotEmpty()
          .allMatch(each -> each.status().equals(status.text()));
    }
  }

  @Test
  void anEventIsShownWithAllThatHangsOnIt() {
    UUID id = rows.verdict(rows.event("erp", "order", "1001", "{\"a\":1}"), 0, "applied", null);
    rows.copy(id, false, 3);
    UUID retrying = rows.delivery(id, "billing");
    rows.attempt(retrying, 0, 1, "retry", false);
    rows.retry(retrying, "due");
    UUID letter = rows.deadLetter(id, rows.delivery(id, "crm"), "new");

    EventView event = find(id);

    assertThat(event.machine()).isEqualTo("order");
    assertThat(event.bodyBytes()).isEqualTo(7);
    assertThat(event.bodySha256())
        .isEqualTo("015abd7f5cc57a2dd94b7590f04ad8084273905ee33ec5cebeae62276a97f862");
    assertThat(event.duplicates()).isEqualTo(3);
    assertThat(event.verdict()).isNotNull();
    assertThat(event.deadLetters()).containsExactly(letter);
    assertThat(event.deliveries())
        .extracting(
            EventView.Delivery::destination,
            EventView.Delivery::status,
            EventView.Delivery::attempts,
            EventView.Delivery::lastResult)
        .containsExactly(tuple("billing", "retrying", 1, "retry"), tuple("crm", "dead", 0, null));
    assertThat(ask(tx -> new Timeline(events).of(tx, Scope.ALL, id)).orElseThrow())
        .extracting(TimelineEntry::kind)
        .startsWith("received")
        .contains("copy", "verdict", "delivery", "attempt", "dead_letter")
        .hasSize(7);
  }

  @Test
  void pagesFollowOneAnotherWithoutGapsOrRepeats() {
    List<UUID> all = new ArrayList<>();
    for (int i = 0; i < 11; i++) {
      all.addFirst(rows.event("erp"));
    }
    List<UUID> seen = new ArrayList<>();
    UUID after = null;
    do {
      Page<EventView> page = list(Scope.ALL, after(after), 4);
      page.data().forEach(each -> seen.add(each.id()));
      after = page.next() == null ? null : UUID.fromString(page.next());
    } while (after != null);

    assertThat(seen).isEqualTo(all);
  }

  @Test
  void whatBelongsToOthersDoesNotExist() {
    UUID theirs = rows.applied(rows.event("shop", "order", "7", "{}"));
    UUID ours = rows.applied(rows.event("erp", "order", "8", "{}"));
    UUID letter = rows.deadLetter(theirs, null, "new");
    rows.attempt(rows.delivery(theirs, "a"), 0, 1, "delivered", true);
    Scope erp = new Scope(Set.of("erp"));

    assertThat((Optional<?>) ask(tx -> events.find(tx, erp, theirs))).isEmpty();
    assertThat((Optional<?>) ask(tx -> events.find(tx, erp, ours))).isPresent();
    assertThat((Optional<?>) ask(tx -> events.body(tx, erp, theirs))).isEmpty();
    assertThat(list(erp, EventFilter.NONE, 10).data())
        .extracting(EventView::id)
        .containsExactly(ours);
    assertThat((Optional<?>) ask(tx -> new Entities().find(tx, erp, "order", "7"))).isEmpty();
    assertThat((Optional<?>) ask(tx -> letters.find(tx, erp, letter))).isEmpty();
    assertThat(ask(tx -> letters.groups(tx, erp, DeadLetterFilter.NONE, null, 10)).data())
        .isEmpty();
    assertThat(ask(tx -> new Attempts().ofDestination(tx, erp, "a", null, 10)).data()).isEmpty();
  }

  @Test
  void anEntityShowsWhatWasAcceptedAndWhatWasRefused() {
    UUID first = rows.verdict(rows.event("erp", "order", "9", "{}"), 0, "applied", null);
    rows.verdict(rows.event("erp", "order", "9", "{}"), 0, "rejected", "ILLEGAL_TRANSITION");
    rows.entity("order", "9", "paid", first);

    EntityView entity = ask(tx -> new Entities().find(tx, Scope.ALL, "order", "9")).orElseThrow();

    assertThat(entity.state()).isEqualTo("paid");
    assertThat(entity.transitions())
        .extracting(EntityView.Transition::outcome)
        .containsExactly("applied", "rejected");
    assertThat((Optional<?>) ask(tx -> new Entities().find(tx, Scope.ALL, "order", "none")))
        .isEmpty();
  }

  @Test
  void deadLettersAreListedFilteredAndGrouped() {
    UUID event = rows.applied(rows.event("erp"));
    for (int i = 0; i < 3; i++) {
      rows.deadLetter(rows.event("erp"), null, "new", "POISON", "v1-aaaa");
    }
    rows.deadLetter(event, null, "closed", "INVALID_FIELD", "v1-bbbb");
    DeadLetterFilter open =
        new DeadLetterFilter(
            List.of(Status.NEW, Status.INVESTIGATING),
            "erp",
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null);

    Page<DeadLetterView> page = ask(tx -> letters.list(tx, Scope.ALL, open, null, 2));
    Page<DeadLetterView> rest =
        ask(tx -> letters.list(tx, Scope.ALL, open, UUID.fromString(page.next()), 2));
    Page<DeadLetterView.Group> groups =
        ask(tx -> letters.groups(tx, Scope.ALL, DeadLetterFilter.NONE, null, 1));
    Page<DeadLetterView.Group> moreGroups =
        ask(
            tx ->
                letters.groups(
                    tx,
                    Scope.ALL,
                    DeadLetterFilter.NONE,
                    DeadLetterQuestions.GroupCursor.parse(groups.next()).orElseThrow(),
                    1));

    assertThat(page.data()).hasSize(2);
    assertThat(rest.data()).hasSize(1);
    assertThat(rest.next()).isNull();
    assertThat(groups.data().getFirst().count()).isEqualTo(3);
    assertThat(groups.data().getFirst().code()).isEqualTo("POISON");
    assertThat(moreGroups.data().getFirst().group()).isEqualTo("v1-bbbb");
    assertThat(moreGroups.data().getFirst().open()).isZero();
    assertThat(moreGroups.next()).isNull();
  }

  @Test
  void attemptsOfADestinationArePaged() {
    for (int i = 0; i < 3; i++) {
      UUID delivery = rows.delivery(rows.applied(rows.event("erp")), "billing");
      rows.attempt(delivery, 0, 1, "retry", false);
      rows.attempt(delivery, 0, 2, "delivered", true);
    }
    Set<String> seen = new LinkedHashSet<>();
    Attempts.Cursor after = null;
    int pages = 0;
    do {
      Attempts.Cursor from = after;
      Page<AttemptView> page =
          ask(tx -> new Attempts().ofDestination(tx, Scope.ALL, "billing", from, 4));
      page.data().forEach(each -> assertThat(seen.add(each.id())).isTrue());
      after = page.next() == null ? null : Attempts.Cursor.parse(page.next()).orElseThrow();
      pages++;
    } while (after != null);

    assertThat(seen).hasSize(6);
    assertThat(pages).isEqualTo(2);
    assertThat(ask(tx -> new Destinations().queue(tx, "billing")).waiting()).isZero();
  }

  private EventView find(UUID id) {
    return ask(tx -> events.find(tx, Scope.ALL, id)).orElseThrow();
  }

  private Page<EventView> list(Scope scope, EventFilter filter, int limit) {
    return ask(tx -> events.list(tx, scope, filter, limit));
  }

  private static EventFilter filter(EventStatus status) {
    return new EventFilter(null, null, null, null, status, null, null, null, null);
  }

  private static EventFilter after(UUID id) {
    return new EventFilter(null, null, null, null, null, null, null, null, id);
  }

  private <T> T ask(Function<Tx, T> question) {
    return db.database().transaction(Pool.ADMIN, question);
  }
}
