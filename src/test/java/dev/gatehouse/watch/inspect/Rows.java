package dev.gatehouse.watch.inspect;

import dev.gatehouse.db.TestDatabase;
import dev.gatehouse.event.EventId;
import dev.gatehouse.event.EventIds;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Random;
import java.util.UUID;

/** Puts rows into the tables as the rooms would, for tests of what is read from them. */
public final class Rows {
  private static final EventIds IDS = new EventIds(InstantSource.system(), new Random());
  private final TestDatabase db;

  public Rows(TestDatabase db) {
    this.db = db;
  }

  /** Empties every table that this fills. */
  public void empty() {
    db.execute(
        "truncate source, event, event_key, event_copy, outcome, entity, parked, delivery,"
            + " delivery_mark, attempt, retry, circuit, circuit_change, dead_letter,"
            + " dead_letter_change, rejection restart identity");
  }

  public UUID event(String source) {
    return event(source, null, null, "{}");
  }

  /** An event that is stored and nothing more. */
  public UUID event(String source, String machine, String key, String body) {
    return event(IDS.next().value(), source, machine, key, body);
  }

  public UUID event(UUID id, String source, String machine, String key, String body) {
    db.query(
        "insert into source (name) values (?) on conflict (name) do update set name ="
            + " excluded.name returning source_id as n",
        source);
    db.query(
        """
        insert into event (id, source_id, event_id, type, machine, entity_key, lane, received_at,
          content_type, headers, body, body_sha256, matched_secret, request_id, config_revision)
        select ?, source_id, ?, 'order.paid', ?, ?, 1, ?::timestamptz, 'application/json', '[]',
          convert_to(?, 'UTF8'), sha256(convert_to(?, 'UTF8')), 'current', 'req', 1
        from source where name = ? returning id
        """,
        id,
        "e-" + id,
        machine,
        key,
        new EventId(id).at().toString(),
        body,
        body,
        source);
    return id;
  }

  public UUID verdict(UUID event, int run, String verdict, String reason) {
    db.query(
        """
        insert into outcome (event, run, lane, verdict, from_state, to_state, reason, at, node)
        values (?, ?::smallint, 1, ?, 'new', 'paid', ?, now(), 'n1') returning event
        """,
        event,
        run,
        verdict,
        reason);
    return event;
  }

  public UUID applied(UUID event) {
    return verdict(event, 0, "applied", null);
  }

  public void parked(UUID event, String reason) {
    db.query(
        "insert into parked (event, run, lane, reason, since) values (?, 0, 1, ?, now())"
            + " returning event",
        event,
        reason);
  }

  /** A delivery with a key of its own in the millisecond of its event. */
  public UUID delivery(UUID event, String destination) {
    long high =
        event.getMostSignificantBits() & ~0xFFFFL | 0x7000L | (destination.hashCode() & 0xFFF);
    UUID id = new UUID(high, event.getLeastSignificantBits());
    db.query(
        """
        insert into delivery (id, event, destination, lane, ordered, created_at)
        values (?, ?, ?, 1, true, clock_timestamp()) returning id
        """,
        id,
        event,
        destination);
    return id;
  }

  public void attempt(UUID delivery, int run, int number, String result, boolean terminal) {
    db.query(
        """
        insert into attempt (delivery, run, number, event, destination, at, result, terminal,
          http_status, latency_ms, node)
        select d.id, ?::smallint, ?, d.event, d.destination, clock_timestamp(), ?, ?, 200, 5, 'n1'
        from delivery d where d.id = ? returning delivery
        """,
        run,
        number,
        result,
        terminal,
        delivery);
  }

  public void retry(UUID delivery, String state) {
    db.query(
        """
        insert into retry (delivery, event, destination, lane, ordered, created_at, run, number,
          attempts, state, next_at)
        select d.id, d.event, d.destination, 1, true, d.created_at, 0, 1, 1, ?, now() + interval '1 minute'
        from delivery d where d.id = ? returning delivery
        """,
        state,
        delivery);
  }

  public UUID deadLetter(UUID event, UUID delivery, String status) {
    return deadLetter(event, delivery, status, "RETRIES_EXHAUSTED", "v1-0001");
  }

  public UUID deadLetter(
      UUID event, UUID delivery, String status, String code, String fingerprint) {
    UUID id = IDS.next().value();
    db.query(
        """
        insert into dead_letter (id, event, delivery, source, type, destination, stage, code,
          category, message, attempts, received_at, created_at, updated_at, status, fingerprint,
          expires_at, software_version, config_revision, completed_steps)
        select ?, e.id, ?, s.name, e.type, (select destination from delivery d where d.id = ?),
          ?, ?, 'transient', 'it did not work', 3, e.received_at, now(), now(), ?, ?,
          now() + interval '90 days', '1', 1, 'verdict:applied'
        from event e join source s using (source_id) where e.id = ? returning id
        """,
        id,
        delivery,
        delivery,
        delivery == null ? "machine" : "deliver",
        code,
        status,
        fingerprint,
        event);
    return id;
  }

  public void entity(String machine, String key, String state, UUID lastEvent) {
    db.query(
        """
        insert into entity (machine, entity_key, state, version, last_event, updated_at)
        values (?, ?, ?, 1, ?, now()) returning version
        """,
        machine,
        key,
        state,
        lastEvent);
  }

  public void copy(UUID event, boolean conflict, long copies) {
    db.query(
        """
        insert into event_copy (source_id, event_id, body_sha256, event, conflict, copies,
          body_bytes, first_seen, last_seen)
        select source_id, event_id, sha256(convert_to(?, 'UTF8')), id, ?, ?, 2, now(), now()
        from event where id = ? returning event
        """,
        String.valueOf(conflict),
        conflict,
        copies,
        event);
  }

  public UUID rejection(String source) {
    UUID id = IDS.next().value();
    db.query(
        """
        insert into rejection (id, source, at, reason, header_names, request_id)
        values (?, ?, now(), 'MISMATCH', 'Host,X-Signature', 'r') returning id
        """,
        id,
        source);
    return id;
  }

  public static UUID idAt(Instant at) {
    return EventIds.floor(at);
  }
}
