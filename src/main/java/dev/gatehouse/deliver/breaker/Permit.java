package dev.gatehouse.deliver.breaker;

/** What a circuit lets through at an instant. */
public sealed interface Permit {
  /** At most so many at a time: the destination's own limit, or less while it comes back. */
  record Flow(int concurrency) implements Permit {}

  /** One attempt by this node, which holds the probe. */
  record Probe() implements Permit {}

  /** Nothing now, but whoever has work may claim the probe. */
  record MayProbe() implements Permit {}

  /** Nothing. */
  record Nothing() implements Permit {}
}
