package dev.gatehouse.deliver;

import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.EntityRef;
import dev.gatehouse.event.EventIds;
import dev.gatehouse.event.Headers;
import dev.gatehouse.event.InboundEvent;
import dev.gatehouse.event.Lane;
import dev.gatehouse.event.RawBody;
import dev.gatehouse.event.SourceName;
import dev.gatehouse.process.outbox.DeliveryId;
import dev.gatehouse.process.outbox.Outgoing;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Events and deliveries to work on. */
public final class Samples {
  private static final EventIds IDS = new EventIds(InstantSource.system(), new Random());

  /** The last one's, in microseconds; rises strictly, as the times of verdicts do. */
  private static final AtomicLong LAST = new AtomicLong();

  private Samples() {}

  public static InboundEvent event(
      @Nullable String key, String type, String body, Headers headers) {
    var id = IDS.next();
    EntityRef entity = key == null ? null : new EntityRef("order", key);
    RawBody raw = new RawBody(body.getBytes(StandardCharsets.UTF_8));
    return new InboundEvent(
        id,
        new SourceName("erp"),
        "evt_" + id.value().getLeastSignificantBits(),
        type,
        null,
        entity,
        entity == null ? Lane.of(id) : Lane.of(entity),
        7L,
        null,
        Instant.now(),
        "application/json; charset=utf-8",
        headers,
        raw,
        raw.sha256(),
        "current",
        null,
        Set.of(),
        "req",
        1);
  }

  public static InboundEvent event(@Nullable String key) {
    return event(key, "order.paid", "{\"order\":\"" + key + "\"}", Headers.NONE);
  }

  /** A delivery of that event; ordered when the event has an entity. */
  public static Outgoing delivery(InboundEvent event, DestinationName to) {
    return delivery(event, to, event.entity() != null);
  }

  public static Outgoing delivery(InboundEvent event, DestinationName to, boolean ordered) {
    long now = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    Instant at =
        Instant.EPOCH.plus(LAST.updateAndGet(last -> Math.max(last + 1, now)), ChronoUnit.MICROS);
    return new Outgoing(
        DeliveryId.of(event.id(), to), event, to, event.entity(), event.lane(), ordered, at);
  }
}
