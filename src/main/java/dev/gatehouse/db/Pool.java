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
  INTAKE(Duration.ofSeconds(5)),
  /** Lanes and deliveries. */
  WORK(Duration.ofSeconds(10)),
  /** Questions of people and programs. */
  ADMIN(Duration.ofSeconds(5));

  private final Duration statementLimit;

  Pool(Duration statementLimit) {
    this.statementLimit = statementLimit;
  }

  /** The longest one statement may run, and the longest the transaction may sit idle. */
  public Duration statementLimit() {
    return statementLimit;
  }
}
