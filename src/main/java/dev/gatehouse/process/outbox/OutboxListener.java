package dev.gatehouse.process.outbox;

import java.util.List;

/** Hears what was put into the outbox. */
@FunctionalInterface
public interface OutboxListener {
  /**
   * Called after the commit, on the lane's thread, lane by lane in the order of the verdicts. Must
   * not block and may drop what it has no room for: {@link Outbox#pending} finds it again.
   */
  void written(List<Outgoing> deliveries);
}
