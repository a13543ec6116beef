package dev.gatehouse.condition;

import dev.gatehouse.event.Headers;
import dev.gatehouse.event.InboundEvent;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a condition may ask about: the event, its headers and body, and the move it makes.
 *
 * @param payload read only when a condition asks for {@code body}; shared by all conditions over
 *     the same event
 * @param from the state before; null where no machine folds the event
 * @param to the state the move leads to; null likewise
 */
public record Facts(
    InboundEvent event, Payload payload, @Nullable String from, @Nullable String to) {

  /** Facts outside of any move. */
  public static Facts of(InboundEvent event, Payload payload) {
    return new Facts(event, payload, null, null);
  }

  /** The same event, making that move. */
  public Facts moving(@Nullable String newFrom, @Nullable String newTo) {
    return new Facts(event, payload, newFrom, newTo);
  }

  /** Lower-case name to value; of repeated headers the first, as everywhere else. */
  Map<String, String> headers() {
    Map<String, String> map = new HashMap<>();
    for (Headers.Field field : event.headers().fields()) {
      map.putIfAbsent(field.name().toLowerCase(Locale.ROOT), field.value());
    }
    return map;
  }

  /** Values of an event are nobody's to print. */
  @Override
  public String toString() {
    return event + " from " + from + " to " + to;
  }
}
