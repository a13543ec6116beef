package dev.gatehouse.receive.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.db.TestDatabase;
import dev.gatehouse.event.Headers;
import dev.gatehouse.event.InboundEvent;
import dev.gatehouse.event.RawBody;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The events of one request are committed together, or none of them is. */
class TogetherTest {
  private TestDatabase db;
  private Journal journal;

  @BeforeEach
  void start() {
    db = TestDatabase.fresh();
    journal =
        new Journal(db.database(), JournalSettings.DEFAULTS, new Sources(db.database()), List.of())
            .start();
  }

  @AfterEach
  void stop() {
    journal.close();
    db.close();
  }

  @Test
  void theRequestIsKeptOnceBesideItsEvents() throws Exception {
    List<InboundEvent> events = events("a", "b", null, "a");
    RawRequest request = request(events);

    List<Receipt> receipts = offer(request, events);

    assertThat(receipts)
        .containsExactly(
            new Receipt.Stored(events.get(0).id()),
            new Receipt.Stored(events.get(1).id()),
            new Receipt.Stored(events.get(2).id()),
            new Receipt.Duplicate(events.getFirst().id(), false));
    assertThat(db.count("event")).isEqualTo(3);
    var row = db.query("select id, body, parts, last_part from request").getFirst();
    assertThat(row)
        .containsEntry("id", request.id().value())
        .containsEntry("parts", 4)
        .containsEntry("last_part", events.getLast().id().value());
    assertThat((byte[]) row.get("body")).isEqualTo(request.body().bytes());
  }

  @Test
  void aRequestOfCopiesAloneIsNotKeptAgain() throws Exception {
    List<InboundEvent> first = events("a", "b");
    offer(request(first), first);
    List<InboundEvent> again = events("a", "b");

    assertThat(offer(request(again), again))
        .containsExactly(
            new Receipt.Duplicate(first.get(0).id(), false),
            new Receipt.Duplicate(first.get(1).id(), false));
    assertThat(db.count("request")).isEqualTo(1);
  }

  @Test
  void whenTheRequestCannotBeStoredNoneOfItsEventsIs() throws Exception {
    db.execute("alter table request add constraint refuses check (parts <> 3)");
    List<InboundEvent> refused = events("a", "b", "c");
    InboundEvent neighbour = Events.event("n");
    List<InboundEvent> taken = events("d", "e");

    var first = journal.offer(request(refused), refused);
    var second = journal.offer(neighbour);
    var third = journal.offer(request(taken), taken);

    assertThat(first.get(10, TimeUnit.SECONDS))
        .allMatch(Receipt.Unavailable.class::isInstance)
        .hasSize(3);
    assertThat(second.get(10, TimeUnit.SECONDS)).isInstanceOf(Receipt.Stored.class);
    assertThat(third.get(10, TimeUnit.SECONDS)).allMatch(Receipt.Stored.class::isInstance);
    assertThat(db.query("select event_id from event order by event_id"))
        .extracting(row -> row.get("event_id"))
        .containsExactly("d", "e", "n");
    assertThat(db.count("event_key")).isEqualTo(3);
  }

  @Test
  void whatCameTogetherIsNeverTakenApart() throws Exception {
    List<InboundEvent> events = events("a", "b", "c", "d", "e");
    WaitingQueue queue = new WaitingQueue(10, 1 << 20);
    assertThat(queue.put(new Waiting(Events.event("x")))).isTrue();
    assertThat(queue.putAll(Waiting.together(request(events), events))).isTrue();
    assertThat(queue.put(new Waiting(Events.event("y")))).isTrue();
    assertThat(queue.putAll(Waiting.together(request(events), events))).isFalse();

    assertThat(queue.take(2, 1 << 20, 1)).hasSize(6);
    queue.written();
    assertThat(queue.take(2, 1 << 20, 1)).hasSize(1);
  }

  private List<Receipt> offer(RawRequest request, List<InboundEvent> events) throws Exception {
    return journal.offer(request, events).get(10, TimeUnit.SECONDS);
  }

  private static List<InboundEvent> events(@org.jspecify.annotations.Nullable String... ids) {
    return IntStream.range(0, ids.length).mapToObj(i -> Events.event(ids[i])).toList();
  }

  private static RawRequest request(List<InboundEvent> events) {
    RawBody body = new RawBody("[all of it]".getBytes(StandardCharsets.UTF_8));
    return new RawRequest(
        Events.IDS.next(),
        Events.ORDERS,
        Instant.parse("2026-11-30T10:00:01Z"),
        "application/json",
        Headers.of("X-Note", "n"),
        body,
        body.sha256(),
        events.size(),
        events.getLast().id());
  }
}
