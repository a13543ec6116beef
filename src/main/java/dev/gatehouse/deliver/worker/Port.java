package dev.gatehouse.deliver.worker;

import dev.gatehouse.deliver.destination.Destination;
import dev.gatehouse.deliver.destination.Parcel;
import dev.gatehouse.deliver.retry.AttemptResult;

/**
 * A destination that may be exchanged while attempts are under way: it is closed when the last one
 * that uses it has ended.
 */
final class Port {
  private final Destination destination;

  /** Guarded by {@code this}. */
  private int users;

  /** Guarded by {@code this}. */
  private boolean retired;

  Port(Destination destination) {
    this.destination = destination;
  }

  AttemptResult send(Parcel parcel) {
    synchronized (this) {
      users++;
    }
    try {
      return destination.send(parcel);
    } finally {
      leave();
    }
  }

  /** No new attempt comes; those under way may end. */
  void retire() {
    boolean idle;
    synchronized (this) {
      retired = true;
      idle = users == 0;
    }
    if (idle) {
      destination.close();
    }
  }

  /** Breaks off what is under way. */
  void breakOff() {
    destination.close();
  }

  private void leave() {
    boolean last;
    synchronized (this) {
      users--;
      last = retired && users == 0;
    }
    if (last) {
      destination.close();
    }
  }
}
