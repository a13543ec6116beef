package dev.gatehouse.deliver.worker;

import dev.gatehouse.deliver.DestinationSettings;

/**
 * An attempt that has its place and its turn.
 *
 * @param settings as they were when it got them
 * @param probe whether the circuit waits for its end
 */
record Begun(Line line, DestinationSettings settings, Port port, Work work, boolean probe) {}
