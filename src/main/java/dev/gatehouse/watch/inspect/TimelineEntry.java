package dev.gatehouse.watch.inspect;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One thing that happened to an event.
 *
 * @param kind {@code received}, {@code copy}, {@code verdict}, {@code parked}, {@code delivery},
 *     {@code attempt}, {@code dead_letter} or {@code change}
 * @param text for people
 * @param detail for programs; field names as in the other shapes
 */
public record TimelineEntry(
    Instant at, String kind, String text, Map<String, @Nullable Object> detail) {}
