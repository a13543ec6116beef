package dev.gatehouse.watch.inspect;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The books of the events with ids above {@code above} and up to {@code upTo}, in one snapshot.
 *
 * @param readAt when; what the others mean is said at {@link Books}
 */
record Slice(
    UUID above,
    UUID upTo,
    Instant readAt,
    long received,
    long pending,
    long finished,
    long dead,
    long unaccounted,
    List<Books.Hole> holes,
    @Nullable UUID oldestWaiting) {

  /**
   * It can be remembered instead of read again: only a re-run makes work of a finished event, and a
   * re-run starts from a dead letter.
   */
  boolean isSettled() {
    return pending == 0 && dead == 0 && unaccounted == 0;
  }
}
