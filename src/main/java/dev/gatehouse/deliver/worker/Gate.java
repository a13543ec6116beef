package dev.gatehouse.deliver.worker;

import dev.gatehouse.deliver.DestinationSettings;
import dev.gatehouse.deliver.breaker.Circuit;
import dev.gatehouse.deliver.breaker.Permit;
import java.time.Instant;

/**
 * How much may be under way to one destination: its circuit, its concurrency, its rate.
 *
 * <p>Not safe for threads by itself: guarded by the lock of its line.
 */
final class Gate {
  /** What may begin next. */
  enum Pass {
    NOTHING,
    /** Anything, a retry before a first attempt. */
    RETRY_BEFORE_FIRST,
    /** Anything, a first attempt before a retry. */
    FIRST_BEFORE_RETRY,
    /** A first attempt: retries have their share already. */
    FIRST_ONLY
  }

  private final String node;
  private int underWay;
  private int retriesUnderWay;
  private boolean lastWasRetry;

  /** The version of the circuit under which this node has sent its probe. */
  private long probed = -1;

  /** Set while a move of the circuit has been asked for and not been made. */
  private boolean moving;

  private double tokens;
  private Instant tokensAt = Instant.EPOCH;

  Gate(String node) {
    this.node = node;
  }

  /** What the circuit lets through. */
  Permit permit(Circuit circuit, Instant now, DestinationSettings settings) {
    return moving
        ? new Permit.Nothing()
        : circuit.permit(now, node, settings.concurrency(), settings.breaker());
  }

  /** What may begin at that instant; {@code firstsWait} says whether first attempts are queued. */
  Pass pass(Circuit circuit, Instant now, DestinationSettings settings, boolean firstsWait) {
    return switch (permit(circuit, now, settings)) {
      case Permit.Nothing nothing -> Pass.NOTHING;
      case Permit.MayProbe probe -> Pass.NOTHING;
      case Permit.Probe probe ->
          probed == circuit.version() ? Pass.NOTHING : Pass.RETRY_BEFORE_FIRST;
      case Permit.Flow flow ->
          underWay >= flow.concurrency() || !hasToken(now, settings.perSecond())
              ? Pass.NOTHING
              : share(flow.concurrency(), firstsWait);
    };
  }

  /**
   * Retries have a quarter of the places, or half when no first attempt waits: they never fill all
   * of them, and are never shut out.
   */
  private Pass share(int concurrency, boolean firstsWait) {
    if (concurrency == 1) {
      return lastWasRetry ? Pass.FIRST_BEFORE_RETRY : Pass.RETRY_BEFORE_FIRST;
    }
    int places = Math.max(1, concurrency / (firstsWait ? 4 : 2));
    return retriesUnderWay < places ? Pass.RETRY_BEFORE_FIRST : Pass.FIRST_ONLY;
  }

  /** One begins; returns whether it is the probe. */
  boolean begin(boolean retry, Circuit circuit, DestinationSettings settings) {
    underWay++;
    lastWasRetry = retry;
    if (retry) {
      retriesUnderWay++;
    }
    if (settings.perSecond() > 0) {
      tokens -= 1;
    }
    boolean probe = circuit.state() == Circuit.State.HALF_OPEN;
    if (probe) {
      probed = circuit.version();
    }
    return probe;
  }

  void end(boolean retry) {
    underWay--;
    if (retry) {
      retriesUnderWay--;
    }
  }

  /** Nothing begins until {@link #moved}. */
  void moving() {
    moving = true;
  }

  void moved() {
    moving = false;
  }

  int underWay() {
    return underWay;
  }

  private boolean hasToken(Instant now, int perSecond) {
    if (perSecond == 0) {
      return true;
    }
    double elapsed = Math.max(0, (now.toEpochMilli() - tokensAt.toEpochMilli()) / 1000.0);
    tokensAt = now;
    // A tenth of a second's worth may begin at once: that is how often a waiting line is looked at.
    tokens = Math.min(Math.max(1, perSecond / 10.0), tokens + elapsed * perSecond);
    return tokens >= 1;
  }
}
