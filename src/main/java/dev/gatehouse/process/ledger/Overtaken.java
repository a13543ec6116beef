package dev.gatehouse.process.ledger;

/**
 * Somebody else has folded these events or moved these entities since they were read. Nothing of
 * the transaction may stay: roll back, read again, fold again.
 */
public final class Overtaken extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Overtaken(String what, int wrote, int expected) {
    super(what + ": wrote " + wrote + " of " + expected + " rows; others were there first");
  }
}
