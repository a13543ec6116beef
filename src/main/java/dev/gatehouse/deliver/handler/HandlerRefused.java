package dev.gatehouse.deliver.handler;

import java.time.Duration;

/** How a handler says what shall follow its failure. The gateway keeps no text of it. */
public final class HandlerRefused extends Exception {
  private static final long serialVersionUID = 1L;

  /** What shall follow. */
  public enum Wish {
    /** Try again, not before the time given. */
    LATER,
    /** This event will never do: a dead letter. */
    NEVER,
    /** No event would do: pause the destination. */
    PAUSE
  }

  private final Wish wish;
  private final Duration after;

  private HandlerRefused(Wish wish, Duration after) {
    super(wish.name());
    this.wish = wish;
    this.after = after;
  }

  /** Try again, not before so long. */
  public static HandlerRefused later(Duration after) {
    return new HandlerRefused(Wish.LATER, after);
  }

  /** This event will never do. */
  public static HandlerRefused never() {
    return new HandlerRefused(Wish.NEVER, Duration.ZERO);
  }

  /** No event would do, until a person has looked at it. */
  public static HandlerRefused pause() {
    return new HandlerRefused(Wish.PAUSE, Duration.ZERO);
  }

  /** What shall follow. */
  public Wish wish() {
    return wish;
  }

  /** For {@link Wish#LATER}; else zero. */
  public Duration after() {
    return after;
  }
}
