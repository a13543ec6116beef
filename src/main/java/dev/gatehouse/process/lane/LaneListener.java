package dev.gatehouse.process.lane;

import dev.gatehouse.event.Lane;
import java.time.Duration;
import java.util.Set;

/** Hears what lanes do; for metrics and for others who work by lanes. Must not block or throw. */
public interface LaneListener {
  /** Hears and does nothing. */
  LaneListener NONE = new LaneListener() {};

  /** The lanes of this node have changed; called by one thread, in order. */
  default void owned(Set<Lane> lanes) {}

  /**
   * A batch was committed.
   *
   * @param verdicts events that have one now
   * @param waiting events that were parked
   * @param dead dead letters that were opened
   */
  default void committed(int lanes, int verdicts, int waiting, int dead, Duration took) {}

  /** Handed-over events found no room; the sweep takes over. */
  default void overflowed(Lane lane) {}

  /** A sweep found events that nobody had handed over. */
  default void swept(Lane lane, int events) {}

  /** A batch failed and is taken apart. */
  default void split(int events) {}

  /** An event was given up as POISON. */
  default void poisoned(Lane lane) {}

  /** A lane was taken over from a node that did not give it back. */
  default void takenOver(Lane lane) {}

  /** A lane was lost, or its commit refused because it had been. */
  default void lost(Lane lane) {}

  /** The database is away; the lanes wait. */
  default void away() {}

  /** How far this node's clock is from the database's, at each heartbeat. */
  default void clockSkew(Duration skew) {}
}
