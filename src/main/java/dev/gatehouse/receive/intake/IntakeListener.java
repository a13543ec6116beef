package dev.gatehouse.receive.intake;

import dev.gatehouse.event.SourceName;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Hears how each request ended; for metrics. Called on the answering thread, must not block. */
public interface IntakeListener {
  /** Hears and does nothing. */
  IntakeListener NONE = new IntakeListener() {};

  /** Committed and answered; {@code took} counts from the first byte of the request. */
  default void accepted(SourceName source, Duration took) {}

  default void duplicate(SourceName source, boolean conflict, Duration took) {}

  /** A question of the provider was answered; nothing was stored. */
  default void answered(SourceName source) {}

  /**
   * Refused for what the sender sent.
   *
   * @param source null when the request names none that exists
   */
  default void rejected(@Nullable SourceName source, RejectReason reason) {}

  /** 503: the gateway could not take it now. */
  default void unavailable(@Nullable SourceName source) {}
}
