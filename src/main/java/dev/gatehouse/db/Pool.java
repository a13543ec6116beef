package dev.gatehouse.db;

import java.time.Duration;

/**
 * Which share of the connections a transaction takes; one part of the gateway cannot starve
 * another.
 *
 * <p>Each transaction sets its own time limits, because a transaction-pooling proxy keeps no
 * session state.
 */
public enum Pool {
  /** The journal's writers: what the provider waits for. */
  INTAKE(Duration.ofSeconds(5), Duration.ofSeconds(5)),
  /** Lanes and deliveries. */
  WORK(Duration.ofSeconds(10), Duration.ofSeconds(10)),
  /** Questions of people and programs. */
  ADMIN(Duration.ofSeconds(5), Duration.ofSeconds(30));

  private final Duration statementLimit;
  private final Duration idleLimit;

  Pool(Duration statementLimit, Duration idleLimit) {
    this.statementLimit = statementLimit;
    this.idleLimit = idleLimit;
  }

  /** The longest one statement may run. */
  public Duration statementLimit() {
    return statementLimit;
  }

  /**
   * The longest a transaction may sit without a statement. Longer where people ask: the first
   * question makes jOOQ load its classes in the middle of one, which takes seconds on a busy
   * machine.
   */
  public Duration idleLimit() {
    return idleLimit;
  }
}
