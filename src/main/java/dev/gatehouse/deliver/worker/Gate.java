package dev.gatehouse.deliver.worker;

import dev.gatehouse.deliver.DestinationSettings;
import dev.gatehouse.deliver.breaker.Circuit;
import dev.gatehouse.deliver.breaker.Concurrency;
import dev.gatehouse.deliver.breaker.Permit;
import dev.gatehouse.deliver.retry.AttemptResult;
import dev.gatehouse.deliver.retry.RetryPolicy;
import java.time.Duration;
import java.time.Instant;

/**
 * How much may be under way to one destination: its circuit, its concurrency, its rate.
 *
 * <p>A rate is for all nodes together: each has as large a part of it as of the lanes.
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

  private Concurrency stands;
  private double tokens;
  private Instant tokensAt = Instant.EPOCH;

  Gate(String node, DestinationSettings settings) {
    this.node = node;
    this.stands = Concurrency.start(settings.concurrency());
  }

  /** What the circuit lets through, and no more of it than the destination stands. */
  Permit permit(Circuit circuit, Instant now, DestinationSettings settings) {
    if (moving) {
      return new Permit.Nothing();
    }
    Permit permit = circuit.permit(now, node, settings.concurrency(), settings.breaker());
    return permit instanceof Permit.Flow flow
        ? new Permit.Flow(Math.min(flow.concurrency(), stands(settings)))
        : permit;
  }

  /** How many at a time the destination stands, as far as this node knows. */
  int stands(DestinationSettings settings) {
    return settings.adaptive() ? stands.of(settings.concurrency()) : settings.concurrency();
  }

  /**
   * What may begin at that instant.
   *
   * @param share this node's part of the destination's rate, 0 to 1
   * @param firstsWait whether first attempts are queued
   */
  Pass pass(
      Circuit circuit,
      Instant now,
      DestinationSettings settings,
      double share,
      boolean firstsWait) {
    return switch (permit(circuit, now, settings)) {
      case Permit.Nothing nothing -> Pass.NOTHING;
      case Permit.MayProbe probe -> Pass.NOTHING;
      case Permit.Probe probe ->
          probed == circuit.version() ? Pass.NOTHING : Pass.RETRY_BEFORE_FIRST;
      case Permit.Flow flow ->
          underWay >= flow.concurrency()
                  || settings.adaptive() && stands.isQuiet(now)
                  || !hasToken(now, settings.perSecond() * share, settings.perSecond() == 0)
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

  /** Learns from the end of an attempt, before its place is free. */
  void learn(Attempted attempted, Instant now, DestinationSettings settings) {
    Instant began = now.minus(attempted.latency());
    switch (attempted.result()) {
      case AttemptResult.Answered answered ->
          stands =
              switch (answered.status()) {
                case 429 ->
                    stands.overloaded(
                        began,
                        now,
                        RetryPolicy.asked(answered, attempted.at()).orElse(Duration.ZERO));
                case 503 -> stands.overloaded(began, now, Duration.ZERO);
                default ->
                    stands.answered(
                        attempted.latency(), underWay >= stands(settings), settings.concurrency());
              };
      case AttemptResult.NoAnswer none -> {
        if (none.trouble() == AttemptResult.Trouble.TIMEOUT) {
          stands = stands.overloaded(began, now, Duration.ZERO);
        }
      }
      case AttemptResult.Forbidden forbidden -> {}
      case AttemptResult.Unshaped unshaped -> {}
    }
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

  private boolean hasToken(Instant now, double perSecond, boolean unlimited) {
    if (unlimited) {
      return true;
    }
    double elapsed = Math.max(0, (now.toEpochMilli() - tokensAt.toEpochMilli()) / 1000.0);
    tokensAt = now;
    // A tenth of a second's worth may begin at once: that is how often a waiting line is looked at.
    tokens = Math.min(Math.max(1, perSecond / 10.0), tokens + elapsed * perSecond);
    return tokens >= 1;
  }
}
