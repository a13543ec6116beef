package dev.gatehouse.process.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.db.Pool;
import dev.gatehouse.db.TestDatabase;
import dev.gatehouse.db.Tx;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.EntityRef;
import dev.gatehouse.event.EventId;
import dev.gatehouse.event.EventIds;
import dev.gatehouse.event.Headers;
import dev.gatehouse.event.InboundEvent;
import dev.gatehouse.event.Lane;
import dev.gatehouse.event.RawBody;
import dev.gatehouse.event.SourceName;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OutboxTest {
  private static final DestinationName BILLING = new DestinationName("billing");
  private static final DestinationName CRM = new DestinationName("crm");
  private static final Instant NOON = Instant.now().truncatedTo(ChronoUnit.MICROS);

  private final TestDatabase db = TestDatabase.fresh();
  private final EventIds ids = new EventIds(InstantSource.system(), new SplittableRandom(1));
  private final Map<EventId, InboundEvent> events = new HashMap<>();
  private final Outbox outbox =
      new Outbox(
          (tx, wanted) -> wanted.stream().map(events::get).filter(Objects::nonNull).toList());

  @AfterEach
  void close() {
    db.close();
  }

  @Test
  void aDeliveryIsWrittenOnceHoweverOftenItsVerdictIsReached() {
    Outgoing one = delivery(event("a"), BILLING, 0);
    Outgoing two = delivery(event("b"), BILLING, 1);

    assertThat(insert(List.of(one))).containsExactly(one);
    assertThat(insert(List.of(one, two))).containsExactly(two);
    assertThat(db.count("delivery")).isEqualTo(2);
  }

  @Test
  void openDeliveriesComeInTheOrderOfTheVerdictsPageByPage() {
    InboundEvent early = event("a");
    InboundEvent late = event("a");
    // The later event was folded first: the other one had to wait for something.
    Outgoing first = delivery(late, BILLING, 0);
    Outgoing second = delivery(early, BILLING, 1);
    Outgoing elsewhere = delivery(early, CRM, 2);
    insert(List.of(second, first, elsewhere));

    assertThat(pending(null, 1)).containsExactly(first);
    assertThat(pending(first, 10)).containsExactly(second);
    assertThat(pending(second, 10)).isEmpty();
    assertThat(inTx(tx -> outbox.deliveriesOf(tx, early.id()))).containsExactly(second, elsewhere);
    assertThat(inTx(tx -> outbox.byIds(tx, List.of(second.id(), first.id()))))
        .containsExactly(first, second);
  }

  @Test
  void whatWasTriedOrWaitsIsNotOpen() {
    Outgoing tried = delivery(event("a"), BILLING, 0);
    Outgoing waits = delivery(event("b"), BILLING, 1);
    Outgoing open = delivery(event("c"), BILLING, 2);
    insert(List.of(tried, waits, open));
    attempt(tried);
    retry(waits);

    assertThat(pending(null, 10)).containsExactly(open);
    List<Lane> otherLanes =
        IntStream.range(0, Lane.COUNT)
            .mapToObj(Lane::new)
            .filter(lane -> !lane.equals(open.lane()))
            .toList();
    assertThat(inTx(tx -> outbox.pending(tx, BILLING, otherLanes, null, 10))).isEmpty();
  }

  @Test
  void theMarkStopsAtTheFirstOpenDeliveryAndAtTheSafetyAge() {
    Outgoing old = delivery(event("a"), BILLING, -3_600_000_000L);
    Outgoing older = delivery(event("b"), BILLING, -7_200_000_000L);
    Outgoing young = delivery(event("c"), BILLING, 0);
    insert(List.of(older, old, young));
    attempt(older);

    assertThat(moveMark()).isTrue();
    assertThat(mark()).isEqualTo(old.at());
    assertThat(moveMark()).isFalse();
    assertThat(pending(null, 10)).containsExactly(old, young);

    attempt(old);
    attempt(young);
    assertThat(moveMark()).isTrue();
    assertThat(mark()).isBetween(NOON.minusSeconds(60), Instant.now().minusSeconds(30));
  }

  private List<Outgoing> insert(List<Outgoing> deliveries) {
    return inTx(tx -> outbox.insert(tx, deliveries));
  }

  private List<Outgoing> pending(@Nullable Outgoing after, int limit) {
    List<Lane> lanes = IntStream.range(0, Lane.COUNT).mapToObj(Lane::new).toList();
    return inTx(tx -> outbox.pending(tx, BILLING, lanes, after, limit));
  }

  private boolean moveMark() {
    return db.database()
        .transaction(Pool.WORK, tx -> outbox.moveMark(tx, BILLING, Duration.ofSeconds(30)));
  }

  private Instant mark() {
    Object at =
        db.query("select low_water from delivery_mark where destination = 'billing'")
            .getFirst()
            .get("low_water");
    return ((Timestamp) at).toInstant();
  }

  private List<Outgoing> inTx(Function<Tx, List<Outgoing>> work) {
    return db.database().transaction(Pool.WORK, work);
  }

  private void attempt(Outgoing delivery) {
    db.execute(
        """
        insert into attempt (delivery, run, number, event, destination, at, result, terminal,
          latency_ms, node)
        values ('%s', 0, 1, '%s', 'billing', now(), 'delivered', true, 3, 'n')
        """
            .formatted(delivery.id(), delivery.event().id()));
  }

  private void retry(Outgoing delivery) {
    db.execute(
        """
        insert into retry (delivery, event, destination, lane, ordered, created_at, run, number,
          attempts, state, next_at)
        values ('%s', '%s', 'billing', %d, false, now(), 0, 1, 1, 'due', now())
        """
            .formatted(delivery.id(), delivery.event().id(), delivery.lane().number()));
  }

  private static Outgoing delivery(InboundEvent event, DestinationName to, long micros) {
    return new Outgoing(
        DeliveryId.of(event.id(), to),
        event,
        to,
        event.entity(),
        event.lane(),
        true,
        NOON.plus(micros, ChronoUnit.MICROS));
  }

  private InboundEvent event(String key) {
    EventId id = ids.next();
    EntityRef entity = new EntityRef("order", key);
    RawBody body = new RawBody(new byte[] {1});
    InboundEvent event =
        new InboundEvent(
            id,
            new SourceName("erp"),
            "evt-" + id,
            "order.paid",
            null,
            entity,
            Lane.of(entity),
            null,
            null,
            NOON,
            null,
            Headers.NONE,
            body,
            body.sha256(),
            "current:1",
            null,
            Set.of(),
            "r",
            1);
    events.put(id, event);
    return event;
  }
}
