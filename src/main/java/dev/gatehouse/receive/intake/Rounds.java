package dev.gatehouse.receive.intake;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The executor of the connections, which can run many answers as one round.
 *
 * <p>Jetty hands a connection whose answer came from another thread to a thread of the pool, to
 * look for its next request: one hand-over and one wake-up for each request. Within a round those
 * are gathered and follow on the same thread once all answers are out; by then the next requests
 * have often arrived.
 */
final class Rounds implements Executor {
  private static final Logger LOG = LoggerFactory.getLogger(Rounds.class);

  private final Executor pool;
  private final ThreadLocal<@Nullable List<Runnable>> gathering = new ThreadLocal<>();

  Rounds(Executor pool) {
    this.pool = pool;
  }

  /** Jetty's way in: part of the round where this thread has one, else a task like any other. */
  @Override
  public void execute(Runnable task) {
    List<Runnable> round = gathering.get();
    if (round != null) {
      round.add(task);
    } else {
      pool.execute(task);
    }
  }

  /** Runs the answers on one thread of the pool, then what came of them. */
  void round(Runnable answers) {
    pool.execute(() -> runRound(answers));
  }

  private void runRound(Runnable answers) {
    List<Runnable> round = new ArrayList<>();
    gathering.set(round);
    try {
      answers.run();
    } finally {
      // What the followers execute goes to the pool again: a round ends.
      gathering.remove();
      round.forEach(Rounds::runAlone);
    }
  }

  /** One connection's trouble must not strand the others of its round. */
  private static void runAlone(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      LOG.error("a connection met a bug", e);
    }
  }
}
