package dev.gatehouse.deliver.destination;

import dev.gatehouse.deliver.retry.AttemptResult;

/** Somewhere events go. */
public interface Destination extends AutoCloseable {
  /**
   * Makes one attempt, on the caller's thread, within the destination's time limit. Never throws
   * for anything the other side does. Safe for many threads at once.
   */
  AttemptResult send(Parcel parcel);

  /** Breaks off what is under way and lets go of connections and files. */
  @Override
  void close();
}
