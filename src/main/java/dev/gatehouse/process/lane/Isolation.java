package dev.gatehouse.process.lane;

import dev.gatehouse.db.DatabaseException;
import dev.gatehouse.process.ledger.Overtaken;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the one event that makes a batch fail: halves it, in order, until that one stands alone,
 * and gives up on it alone.
 */
final class Isolation {
  private static final Logger LOG = LoggerFactory.getLogger(Isolation.class);

  /** One transaction over events of one lane. */
  interface Attempt {
    /**
     * @param followers whether events that wait for these are tried again in it
     */
    void write(OwnedLane lane, List<Task> tasks, boolean followers);
  }

  private final Attempt attempt;
  private final int tries;
  private final LaneListener listener;

  Isolation(Attempt attempt, int tries, LaneListener listener) {
    this.attempt = attempt;
    this.tries = tries;
    this.listener = listener;
  }

  /**
   * Works them all, whatever one of them does.
   *
   * @throws Batch.Fenced when the lane is lost
   * @throws DatabaseException when the database is away
   * @throws Overtaken when others keep being faster
   */
  void work(OwnedLane lane, List<Task> tasks) {
    Throwable failure = attempt(lane, tasks);
    if (failure == null) {
      return;
    }
    if (tasks.size() > 1) {
      listener.split(tasks.size());
      int half = tasks.size() / 2;
      work(lane, tasks.subList(0, half));
      work(lane, tasks.subList(half, tasks.size()));
      return;
    }
    if (passing(failure)) {
      throw unchecked(failure);
    }
    giveUp(lane, tasks.getFirst(), failure);
  }

  /** The failure after which trying again makes no sense, or null. */
  private @Nullable Throwable attempt(OwnedLane lane, List<Task> tasks) {
    for (int i = 1; ; i++) {
      try {
        // The last time without those that wait for it: it may be one of them that fails.
        attempt.write(lane, tasks, tasks.size() > 1 || i < tries);
        return null;
      } catch (RuntimeException | StackOverflowError e) {
        if (e instanceof Batch.Fenced || LaneWorker.isAway(e)) {
          throw e;
        }
        boolean again = passing(e) || tasks.size() == 1;
        if (!again || i >= tries) {
          return e;
        }
      }
    }
  }

  private void giveUp(OwnedLane lane, Task task, Throwable failure) {
    LOG.error(
        "lane {}: event {} failed alone {} times, the last time with {}; POISON",
        lane.lane().number(),
        task.id(),
        tries,
        name(failure));
    attempt.write(
        lane, List.of(task.poisoned("failed alone " + tries + " times: " + name(failure))), false);
  }

  /** Others were in the way; the same work may pass when done again. */
  private static boolean passing(Throwable failure) {
    return failure instanceof Overtaken
        || (failure instanceof DatabaseException database && database.isContended());
  }

  /** What went wrong, without a message that might quote a payload. */
  private static String name(Throwable failure) {
    return failure instanceof DatabaseException database
        ? "SQL state " + database.sqlState()
        : failure.getClass().getSimpleName();
  }

  static RuntimeException unchecked(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    return (RuntimeException) failure;
  }
}
