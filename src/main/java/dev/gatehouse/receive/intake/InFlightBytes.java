package dev.gatehouse.receive.intake;

import java.util.concurrent.atomic.AtomicLong;

/** Counts the body bytes held at this moment and says no above a bound. Safe for all threads. */
final class InFlightBytes {
  private final long max;
  private final AtomicLong held = new AtomicLong();

  InFlightBytes(long max) {
    this.max = max;
  }

  /** Takes room for so many bytes; false, and nothing taken, when there is none. */
  boolean take(long bytes) {
    if (held.addAndGet(bytes) > max) {
      held.addAndGet(-bytes);
      return false;
    }
    return true;
  }

  void give(long bytes) {
    held.addAndGet(-bytes);
  }

  long held() {
    return held.get();
  }
}
