package dev.gatehouse.process.machine;

import dev.gatehouse.condition.Facts;
import dev.gatehouse.condition.Payload;
import dev.gatehouse.event.EntityRef;
import dev.gatehouse.event.EventId;
import dev.gatehouse.event.EventIds;
import dev.gatehouse.event.Fault;
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

/** An event as a test needs it; arrival is the order in which they are made. */
public record Sample(
    @Nullable String type,
    @Nullable String key,
    @Nullable Long sequence,
    @Nullable Instant occurredAt,
    String body,
    Headers headers,
    @Nullable Fault fault) {

  public static final SourceName ERP = new SourceName("erp");
  public static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final EventIds IDS = new EventIds(InstantSource.fixed(NOON), new Random(7));

  public static Sample of(@Nullable String type) {
    return new Sample(type, "1001", null, null, "{}", Headers.NONE, null);
  }

  public static Sample of(String type, long sequence) {
    return of(type).withSequence(sequence);
  }

  public Sample withSequence(@Nullable Long number) {
    return new Sample(type, key, number, occurredAt, body, headers, fault);
  }

  public Sample at(Instant time) {
    return new Sample(type, key, sequence, time, body, headers, fault);
  }

  public Sample withKey(@Nullable String other) {
    return new Sample(type, other, sequence, occurredAt, body, headers, fault);
  }

  public Sample withBody(String text) {
    return new Sample(type, key, sequence, occurredAt, text, headers, fault);
  }

  public Sample withHeaders(String... namesAndValues) {
    return new Sample(type, key, sequence, occurredAt, body, Headers.of(namesAndValues), fault);
  }

  public Sample withFault(Fault why) {
    return new Sample(type, key, sequence, occurredAt, body, headers, why);
  }

  public InboundEvent event() {
    EventId id = IDS.next();
    EntityRef entity = key == null ? null : new EntityRef("order", key);
    RawBody raw = new RawBody(body.getBytes(StandardCharsets.UTF_8));
    return new InboundEvent(
        id,
        ERP,
        "evt_" + id,
        type,
        "v1",
        entity,
        entity == null ? Lane.of(id) : Lane.of(entity),
        sequence,
        occurredAt,
        NOON,
        "application/json",
        headers,
        raw,
        raw.sha256(),
        "current:test",
        fault,
        Set.of(),
        "req-1",
        1);
  }

  public static Facts facts(InboundEvent event) {
    return Facts.of(event, Payload.json(event.body()));
  }
}
