package dev.gatehouse.watch.inspect;

import java.util.Locale;
import java.util.Optional;

/**
 * Where an event stands as a whole. The first that is true counts, in this order:
 *
 * <ol>
 *   <li>{@code dead}: it, or one of its deliveries, has a dead letter, open or closed, that no
 *       later run has made up for
 *   <li>{@code deferred}: it waits for a predecessor, or behind a dead one of its entity
 *   <li>{@code pending}: no verdict yet, a re-run is to come, or a delivery has not arrived
 *   <li>{@code delivered}: applied, routed somewhere, and arrived everywhere
 *   <li>{@code applied}, {@code stale}, {@code ignored}: its verdict, with nothing left to deliver
 * </ol>
 */
public enum EventStatus {
  DEAD,
  DEFERRED,
  PENDING,
  DELIVERED,
  APPLIED,
  STALE,
  IGNORED;

  /** As the API writes it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Empty for a word that is no status. */
  public static Optional<EventStatus> parse(String text) {
    for (EventStatus status : values()) {
      if (status.text().equals(text)) {
        return Optional.of(status);
      }
    }
    return Optional.empty();
  }
}
