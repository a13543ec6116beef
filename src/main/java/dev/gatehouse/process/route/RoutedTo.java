package dev.gatehouse.process.route;

import dev.gatehouse.event.DestinationName;

/**
 * One destination an event goes to.
 *
 * @param ordered behind earlier events of the same entity
 */
public record RoutedTo(DestinationName destination, boolean ordered) {}
