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
import dev.gatehouse.receive.journal.RawRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
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

  /**
   * The request as one event.
   *
   * @param fault why it is not taken apart as it should be; null when nothing is wrong with that
   */
  InboundEvent whole(@Nullable Fault fault) {
    Extracted read = source.extractor().extract(headers, query, body);
    // Which of its events an id would name nobody can say, so none is remembered.
    String eventId = fault == null ? read.eventId() : null;
    return event(id, read, eventId, fault == null ? read.fault() : fault, kept, contentType, body);
  }

  /** Its single events, each an event of its own. */
  List<InboundEvent> parts(List<RawBody> parts, EventIds ids) {
    Headers partHeaders = Extractor.partHeaders(headers);
    Headers partKept = Extractor.partHeaders(kept);
    List<InboundEvent> events = new ArrayList<>(parts.size());
    for (RawBody part : parts) {
      Extracted read =
          source.extractor().extractPart(partHeaders, query, part, events.size());
      events.add(
          event(
              ids.next(),
              read,
              read.eventId(),
              read.fault(),
              partKept,
              Extractor.PART_TYPE,
              part));
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
