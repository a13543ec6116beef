package dev.gatehouse.deliver.worker;

import dev.gatehouse.event.EntityRef;
import dev.gatehouse.process.outbox.DeliveryId;
import dev.gatehouse.process.outbox.Outgoing;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A delivery to be tried, with what its run has cost so far.
 *
 * @param run 0 for the first budget of attempts
 * @param number of the last attempt of the run, 0 before the first
 * @param attempts how many of them count against the budget
 * @param firstAttemptAt when the run began; null before its first attempt
 * @param waited whether it has a row in {@code retry}
 */
record Work(
    Outgoing delivery,
    int run,
    int number,
    int attempts,
    @Nullable Instant firstAttemptAt,
    @Nullable UUID replay,
    boolean waited) {

  /** One that was never tried. */
  static Work first(Outgoing delivery) {
    return new Work(delivery, 0, 0, 0, null, null, false);
  }

  DeliveryId id() {
    return delivery.id();
  }

  /** Whose order it keeps; null when it keeps none. */
  @Nullable EntityRef turn() {
    return delivery.ordered() ? delivery.entity() : null;
  }

  /** What it takes of the memory, roughly. */
  int bytes() {
    return 1024 + delivery.event().body().length();
  }
}
