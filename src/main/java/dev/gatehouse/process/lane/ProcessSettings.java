package dev.gatehouse.process.lane;

import dev.gatehouse.condition.Payload;
import dev.gatehouse.event.Headers;
import dev.gatehouse.event.InboundEvent;
import dev.gatehouse.event.Lane;
import dev.gatehouse.event.SourceName;
import dev.gatehouse.process.machine.Machines;
import dev.gatehouse.process.route.Router;
import dev.gatehouse.receive.extract.Extracted;
import dev.gatehouse.receive.extract.Extractor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What decides about events; one unchanging snapshot per batch.
 *
 * @param machines that fold them
 * @param router that says where they go
 * @param extractors of the sources, by which an event is read again when it is re-run, and its
 *     document found for conditions
 */
public record ProcessSettings(
    Machines machines, Router router, Map<SourceName, Extractor> extractors) {
  /** No machines, no routes: every event ends as applied and goes nowhere. */
  public static final ProcessSettings NONE =
      new ProcessSettings(Machines.NONE, Router.NONE, Map.of());

  public ProcessSettings {
    extractors = Map.copyOf(extractors);
  }

  /** The body as conditions see it. */
  public Payload payload(InboundEvent event) {
    Extractor extractor = extractors.get(event.source());
    if (extractor == null) {
      return Payload.json(event.body());
    }
    return switch (extractor.view(headers(event), event.body())) {
      case Extractor.View.Json json -> Payload.json(json.document());
      case Extractor.View.Form form -> Payload.form(form.form());
      case Extractor.View.Opaque opaque -> Payload.opaque();
    };
  }

  /**
   * The same event as today's settings read it. Its place among the lanes stays, whatever entity is
   * found. Where today's reading fails and the first one did not (what stood in the query string is
   * not kept), the first one stands.
   */
  InboundEvent reread(InboundEvent event) {
    Extractor extractor = extractors.get(event.source());
    if (extractor == null) {
      return event;
    }
    Extracted now = extractor.extract(headers(event), null, event.body());
    return now.fault() != null && event.fault() == null ? event : with(event, now, event.lane());
  }

  private static InboundEvent with(InboundEvent event, Extracted now, Lane lane) {
    return new InboundEvent(
        event.id(),
        event.source(),
        event.eventId(),
        now.type(),
        now.version(),
        now.entity(),
        lane,
        now.sequence(),
        now.occurredAt(),
        event.receivedAt(),
        event.contentType(),
        event.headers(),
        event.body(),
        event.bodySha256(),
        event.matchedSecret(),
        now.fault(),
        now.unsignedFields(),
        event.requestId(),
        event.configRevision());
  }

  /** The kept headers, and the content type, which has a column of its own. */
  private static Headers headers(InboundEvent event) {
    String type = event.contentType();
    if (type == null || event.headers().first("Content-Type").isPresent()) {
      return event.headers();
    }
    List<Headers.Field> all = new ArrayList<>(event.headers().fields());
    all.add(new Headers.Field("Content-Type", type));
    return new Headers(all);
  }
}
