package dev.gatehouse.process.machine;

import java.util.Locale;

/** The kinds of verdict, as logs, routes and the API name them. */
public enum VerdictKind {
  /** Moved its entity, or belongs to no machine: goes on to the routes. */
  APPLIED,
  /** Older than what the entity has; changed nothing. */
  STALE,
  /** A copy of an event already folded. */
  DUPLICATE,
  /** Asked for nothing that had to be done, with a reason. */
  IGNORED,
  /** Cannot be folded: a dead letter says why. */
  REJECTED,
  /** No verdict yet: waits for a predecessor. */
  DEFERRED;

  /** As it is stored: {@code applied}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Reads the stored form. */
  public static VerdictKind of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
