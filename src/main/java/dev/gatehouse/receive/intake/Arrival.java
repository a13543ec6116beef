package dev.gatehouse.receive.intake;

import dev.gatehouse.event.EventId;
import dev.gatehouse.event.EventIds;
import dev.gatehouse.event.Fault;
import dev.gatehouse.event.Headers;
import dev.gatehouse.event.InboundEvent;
import dev.gatehouse.event.Lane;
import dev.gatehouse.event.RawBody;
import dev.gatehouse.receive.extract.Extracted;
import dev.gatehouse.receive.extract.Extractor;
import dev.gatehouse.receive.extract.Parts;
import dev.gatehouse.receive.journal.RawRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A request that was verified, on its way into the journal.
 *
 * @param id of the request, and of its event when it is one
 * @param query the raw query string without the question mark; null when there is none
 * @param kept the headers that are stored
 */
record Arrival(
    EventId id,
    SourceSettings source,
    Instant receivedAt,
    Headers headers,
    Headers kept,
    @Nullable String query,
    @Nullable String contentType,
    RawBody body,
    String matchedSecret) {
  private static final Extracted NOTHING =
      new Extracted(null, null, null, null, null, null, null, Set.of());

  /**
   * The request as one event.
   *
   * @param parts why it is not taken apart
   */
  InboundEvent whole(Parts parts) {
    if (parts.isEmpty()) {
      return event(id, NOTHING, "sha256:" + HexFormat.of().formatHex(body.sha256()), null);
    }
    Extracted read = source.extractor().extract(headers, query, body);
    Fault fault = parts.fault();
    // Which of its events an id would name nobody can say, so none is remembered.
    return fault == null
        ? event(id, read, read.eventId(), read.fault())
        : event(id, read, null, fault);
  }

  private InboundEvent event(
      EventId own, Extracted read, @Nullable String eventId, @Nullable Fault fault) {
    return event(own, read, eventId, fault, kept, contentType, body);
  }

  /** Its single events, each an event of its own. */
  List<InboundEvent> parts(Parts parts, EventIds ids) {
    Headers partKept = Extractor.partHeaders(kept);
    List<InboundEvent> events = new ArrayList<>(parts.each().size());
    for (RawBody part : parts.each()) {
      Extracted read = source.extractor().extract(headers, query, parts, events.size());
      events.add(
          event(
              ids.next(), read, read.eventId(), read.fault(), partKept, Extractor.PART_TYPE, part));
    }
    return events;
  }

  /** The request itself, beside its single events. */
  RawRequest request(List<InboundEvent> events) {
    return new RawRequest(
        id,
        source.name(),
        receivedAt,
        contentType,
        kept,
        body,
        body.sha256(),
        events.size(),
        events.getLast().id());
  }

  private InboundEvent event(
      EventId own,
      Extracted read,
      @Nullable String eventId,
      @Nullable Fault fault,
      Headers keptOfIt,
      @Nullable String type,
      RawBody bytes) {
    return new InboundEvent(
        own,
        source.name(),
        eventId,
        read.type(),
        read.version(),
        read.entity(),
        read.entity() == null ? Lane.of(own) : Lane.of(read.entity()),
        read.sequence(),
        read.occurredAt(),
        receivedAt,
        type,
        keptOfIt,
        bytes,
        bytes.sha256(),
        matchedSecret,
        fault,
        read.unsignedFields(),
        id.toString(),
        source.configRevision());
  }
}
