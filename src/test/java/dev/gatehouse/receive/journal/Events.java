package dev.gatehouse.receive.journal;

import dev.gatehouse.event.EntityRef;
import dev.gatehouse.event.EventId;
import dev.gatehouse.event.EventIds;
import dev.gatehouse.event.Headers;
import dev.gatehouse.event.InboundEvent;
import dev.gatehouse.event.Lane;
import dev.gatehouse.event.RawBody;
import dev.gatehouse.event.SourceName;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Events for tests, of the source {@code orders}. */
final class Events {
  static final EventIds IDS = new EventIds(InstantSource.system(), new Random(7));
  static final SourceName ORDERS = new SourceName("orders");

  private Events() {}

  static InboundEvent event(@Nullable String eventId) {
    return event(eventId, "{\"id\":\"" + eventId + "\"}");
  }

  static InboundEvent event(@Nullable String eventId, String body) {
    return event(ORDERS, eventId, "order.paid", body);
  }

  static InboundEvent event(
      SourceName source, @Nullable String eventId, @Nullable String type, String body) {
    EventId id = IDS.next();
    EntityRef entity = new EntityRef("order", "o-" + eventId);
    RawBody raw = new RawBody(body.getBytes(StandardCharsets.UTF_8));
    return new InboundEvent(
        id,
        source,
        eventId,
        type,
        "2026-01",
        entity,
        Lane.of(entity),
        42L,
        Instant.parse("2026-11-30T10:00:00.123456Z"),
        Instant.parse("2026-11-30T10:00:01.654321Z"),
        "application/json",
        Headers.of("Content-Type", "application/json", "X-Note", "say \"hi\" \\ \u00e9\t"),
        raw,
        raw.sha256(),
        "current:3f2a91c0",
        null,
        Set.of("id"),
        id.toString(),
        3);
  }
}
