package dev.gatehouse.app;

import dev.gatehouse.db.Database;
import dev.gatehouse.db.Pool;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;

/**
 * This node's clock, put right by what the database's clock was found to show.
 *
 * <p>Event ids carry their time, and lanes look for new events above a mark in the database's time.
 * An id from a clock that is ten minutes slow would be below it, and its event found by nobody if
 * the process died before working it.
 */
final class DatabaseClock implements InstantSource {
  private final InstantSource local;
  private volatile Duration behind = Duration.ZERO;

  DatabaseClock(InstantSource local) {
    this.local = local;
  }

  /** Asks the database once, before the first id is made. */
  void adjust(Database database) {
    Instant theirs =
        database.transaction(
            Pool.ADMIN,
            tx ->
                Objects.requireNonNull(
                    tx.dsl().resultQuery("select now()").fetchOne(0, Instant.class)));
    behind = Duration.between(local.instant(), theirs);
  }

  /**
   * @param skew how far this node's clock is ahead of the database's, as each heartbeat finds it
   */
  void skewed(Duration skew) {
    behind = skew.negated();
  }

  @Override
  public Instant instant() {
    return local.instant().plus(behind);
  }
}
