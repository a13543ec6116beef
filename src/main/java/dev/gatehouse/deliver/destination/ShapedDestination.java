package dev.gatehouse.deliver.destination;

import dev.gatehouse.deliver.retry.AttemptResult;
import dev.gatehouse.deliver.shape.Shaper;
import dev.gatehouse.event.Headers;
import dev.gatehouse.event.InboundEvent;
import dev.gatehouse.event.RawBody;
import dev.gatehouse.process.outbox.Outgoing;

/** Puts each event into another form before it goes to a destination. */
final class ShapedDestination implements Destination {
  private final Shaper shaper;
  private final Destination to;

  ShapedDestination(Shaper shaper, Destination to) {
    this.shaper = shaper;
    this.to = to;
  }

  @Override
  public AttemptResult send(Parcel parcel) {
    return switch (shaper.shape(parcel.delivery().event())) {
      case Shaper.Shaped.Made made -> to.send(with(parcel, made));
      case Shaper.Shaped.Failed failed -> new AttemptResult.Unshaped(failed.why());
    };
  }

  @Override
  public void close() {
    to.close();
  }

  private static Parcel with(Parcel parcel, Shaper.Shaped.Made made) {
    Outgoing delivery = parcel.delivery();
    Outgoing shaped =
        new Outgoing(
            delivery.id(),
            with(delivery.event(), made),
            delivery.destination(),
            delivery.entity(),
            delivery.lane(),
            delivery.ordered(),
            delivery.at());
    return new Parcel(shaped, parcel.run(), parcel.number(), parcel.replay(), parcel.at());
  }

  private static InboundEvent with(InboundEvent event, Shaper.Shaped.Made made) {
    RawBody body = new RawBody(made.body());
    // The new bytes are not packed, whatever the old ones were.
    Headers headers =
        new Headers(
            event.headers().fields().stream()
                .filter(field -> !field.name().equalsIgnoreCase("Content-Encoding"))
                .toList());
    return new InboundEvent(
        event.id(),
        event.source(),
        event.eventId(),
        event.type(),
        event.schemaVersion(),
        event.entity(),
        event.lane(),
        event.sequence(),
        event.occurredAt(),
        event.receivedAt(),
        made.contentType(),
        headers,
        body,
        body.sha256(),
        event.matchedSecret(),
        event.fault(),
        event.unsignedFields(),
        event.requestId(),
        event.configRevision());
  }
}
