package dev.gatehouse.process.ledger;

import dev.gatehouse.event.EntityRef;
import dev.gatehouse.event.EventId;
import dev.gatehouse.event.Lane;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An event without a verdict that is not to be folded now.
 *
 * @param run the run its verdict will have
 * @param since by the database's clock
 * @param until when it is due, by the database's clock; null: when somebody lets it go
 */
public record ParkedEvent(
    EventId event,
    int run,
    Lane lane,
    @Nullable EntityRef entity,
    Reason reason,
    Instant since,
    @Nullable Instant until) {

  /** What it waits for. */
  public enum Reason {
    /** A predecessor; when due, it is folded a last time, and has waited in vain if that defers. */
    DEFERRED,
    /** The dead event in front of it; due once that is closed or replayed. */
    HELD,
    /** Nothing: a person asked for another run. Due at once. */
    RERUN;

    String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    static Reason of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }
  }

  /**
   * An event to be parked.
   *
   * @param patience until it is due; null: not by itself
   */
  public record New(
      EventId event,
      int run,
      Lane lane,
      @Nullable EntityRef entity,
      Reason reason,
      @Nullable Duration patience) {
    /** Waits for a predecessor. */
    public static New deferred(
        EventId event, int run, Lane lane, EntityRef entity, Duration patience) {
      return new New(event, run, lane, entity, Reason.DEFERRED, patience);
    }

    /** Waits behind a dead event of its entity. */
    public static New held(EventId event, int run, Lane lane, EntityRef entity) {
      return new New(event, run, lane, entity, Reason.HELD, null);
    }

    /** Another run, at once. */
    public static New rerun(EventId event, int run, Lane lane, @Nullable EntityRef entity) {
      return new New(event, run, lane, entity, Reason.RERUN, Duration.ZERO);
    }
  }
}
