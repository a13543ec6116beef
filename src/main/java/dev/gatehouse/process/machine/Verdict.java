package dev.gatehouse.process.machine;

import dev.gatehouse.event.ErrorCode;
import dev.gatehouse.event.Fault;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What the machine says of one event. {@code from} is the state found, {@code to} the one the event
 * wanted, where that is known.
 */
public sealed interface Verdict {
  /** The entity moves. */
  record Applied(String from, String to, @Nullable String guard, EntityState next)
      implements Verdict {}

  /** No machine folds this source; the event goes straight to the routes. */
  record NoMachine() implements Verdict {
    /** The reason it is logged with. */
    public static final String REASON = "NO_MACHINE";

    @Override
    public @Nullable String from() {
      return null;
    }
  }

  /** Older than what the entity has. */
  record Stale(String from, Reason reason) implements Verdict {
    /** In what way it is older. */
    public enum Reason {
      /** A lower sequence. */
      OLDER_SEQUENCE,
      /** The sequence the entity has already, from another event. */
      SAME_SEQUENCE,
      /** An earlier time. */
      OLDER_TIME,
      /** The same time, and a state that comes before the present one. */
      SAME_TIME_EARLIER_STATE
    }
  }

  /**
   * Nothing to do.
   *
   * @param from null when the event belongs to no entity
   * @param next set when the event confirms the state the entity has: what is older than it is
   *     stale from now on
   */
  record Ignored(
      @Nullable String from,
      @Nullable String to,
      Reason reason,
      @Nullable String guard,
      @Nullable EntityState next)
      implements Verdict {
    /** Why there is nothing to do. */
    public enum Reason {
      /** The entity is in the state the event leads to. */
      ALREADY_IN_STATE,
      /** No transition names this type. */
      UNMATCHED,
      /** No move is listed from the present state, and the machine ignores such events. */
      ILLEGAL_TRANSITION,
      /** The guards of every move that would fit say no, and the machine ignores such events. */
      GUARD_REFUSED
    }
  }

  /**
   * Cannot be folded; becomes a dead letter.
   *
   * @param message for people; names states, types and guards, never a value of the payload
   */
  record Rejected(
      @Nullable String from,
      @Nullable String to,
      ErrorCode code,
      String message,
      @Nullable String guard)
      implements Verdict {
    /** An event the extractor could not read as it should be. */
    public static Rejected of(Fault fault) {
      return new Rejected(null, null, fault.code(), fault.detail(), null);
    }
  }

  /** Waits for a predecessor; has no outcome yet. */
  record Deferred(
      String from, @Nullable String to, Duration patience, String message, @Nullable String guard)
      implements Verdict {
    /** What it becomes when the wait was in vain. */
    public Rejected expired() {
      return new Rejected(
          from, to, ErrorCode.DEFER_EXPIRED, message + ", also after waiting", guard);
    }
  }

  /** Which kind this is. */
  default VerdictKind kind() {
    return switch (this) {
      case Applied a -> VerdictKind.APPLIED;
      case NoMachine n -> VerdictKind.APPLIED;
      case Stale s -> VerdictKind.STALE;
      case Ignored i -> VerdictKind.IGNORED;
      case Rejected r -> VerdictKind.REJECTED;
      case Deferred d -> VerdictKind.DEFERRED;
    };
  }

  /** The state found before the event; null where there is no entity. */
  @Nullable String from();

  /** The state the event wanted, where that is one. */
  default @Nullable String to() {
    return null;
  }

  /** The guard that let it through or held it back. */
  default @Nullable String guard() {
    return null;
  }

  /** The entity afterwards, where it has to be written. */
  default @Nullable EntityState next() {
    return null;
  }

  /** Why, as a stable word for logs and searches. */
  default @Nullable String reasonCode() {
    return switch (this) {
      case Applied a -> null;
      case NoMachine n -> NoMachine.REASON;
      case Stale s -> s.reason.name();
      case Ignored i -> i.reason.name();
      case Rejected r -> r.code.name();
      case Deferred d -> null;
    };
  }
}
