package dev.gatehouse.deadletter;

import dev.gatehouse.db.Tx;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Gives the work of a dead letter back to the normal way.
 *
 * <p>Two rooms do so: the ledger parks an event for another run of its verdict, delivering puts a
 * delivery back among the due ones. Both are called in the transaction that sets the status to
 * {@code replayed}, so either both happen or neither.
 */
public interface Rerun {
  /**
   * @param actor who asked, for the record
   * @param replay of which it is a part; null when it was asked for alone
   */
  void rerun(Tx tx, DeadLetter deadLetter, String actor, @Nullable UUID replay);
}
