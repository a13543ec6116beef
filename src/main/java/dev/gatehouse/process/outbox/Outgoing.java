package dev.gatehouse.process.outbox;

import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.EntityRef;
import dev.gatehouse.event.InboundEvent;
import dev.gatehouse.event.Lane;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One event on its way to one destination.
 *
 * @param entity whose order it keeps; null when the event belongs to none
 * @param ordered whether it waits for earlier deliveries of its entity to the same destination
 * @param at when the verdict that caused it was written, by the database's clock, in whole
 *     microseconds. Rises strictly within a lane: sorting an entity's deliveries by it gives the
 *     order in which the machine took the events, which ids do not (an event that waited for its
 *     predecessor has the smaller id)
 */
public record Outgoing(
    DeliveryId id,
    InboundEvent event,
    DestinationName destination,
    @Nullable EntityRef entity,
    Lane lane,
    boolean ordered,
    Instant at) {

  @Override
  public String toString() {
    return "delivery " + id + " to " + destination;
  }
}
