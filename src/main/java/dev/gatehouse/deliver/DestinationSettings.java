package dev.gatehouse.deliver;

import dev.gatehouse.deliver.breaker.BreakerSettings;
import dev.gatehouse.deliver.retry.RetryPolicy;
import dev.gatehouse.event.DestinationName;

/**
 * A destination as it is configured.
 *
 * @param target where to, and how
 * @param retry how often and how long (keys {@code retry: { base, cap, max_attempts, window }})
 * @param breaker when to leave it in peace (keys {@code circuit: { … }})
 * @param concurrency how many attempts at a time on each node, 1 to 1024
 * @param perSecond how many attempts may begin in a second over all nodes; 0: no limit
 * @param adaptive whether fewer go at a time while the receiver is slow or asks for less
 * @param form what events look like when they go there
 */
public record DestinationSettings(
    DestinationName name,
    Target target,
    RetryPolicy retry,
    BreakerSettings breaker,
    int concurrency,
    int perSecond,
    boolean adaptive,
    Form form) {

  /** How many attempts at a time where nothing else is configured. */
  public static final int DEFAULT_CONCURRENCY = 16;

  public DestinationSettings {
    if (concurrency < 1 || concurrency > 1024) {
      throw new IllegalArgumentException("concurrency is 1 to 1024");
    }
    if (perSecond < 0) {
      throw new IllegalArgumentException("per_second is not negative");
    }
  }

  /** With events as they were received. */
  public DestinationSettings(
      DestinationName name,
      Target target,
      RetryPolicy retry,
      BreakerSettings breaker,
      int concurrency,
      int perSecond,
      boolean adaptive) {
    this(name, target, retry, breaker, concurrency, perSecond, adaptive, Form.AS_RECEIVED);
  }

  /** With the defaults for everything but the target. */
  public static DestinationSettings of(DestinationName name, Target target) {
    return new DestinationSettings(
        name, target, RetryPolicy.DEFAULT, BreakerSettings.DEFAULT, DEFAULT_CONCURRENCY, 0, true);
  }

  /** The same with another policy. */
  public DestinationSettings with(RetryPolicy other) {
    return new DestinationSettings(
        name, target, other, breaker, concurrency, perSecond, adaptive, form);
  }

  /** The same with other circuit settings. */
  public DestinationSettings with(BreakerSettings other) {
    return new DestinationSettings(
        name, target, retry, other, concurrency, perSecond, adaptive, form);
  }

  /** The same with other limits. */
  public DestinationSettings withLimits(int atATime, int aSecond) {
    return new DestinationSettings(name, target, retry, breaker, atATime, aSecond, adaptive, form);
  }

  /** The same with as many at a time as configured, however the receiver answers. */
  public DestinationSettings unadaptive() {
    return new DestinationSettings(
        name, target, retry, breaker, concurrency, perSecond, false, form);
  }

  /** The same with events in another form, for another target of the same kind. */
  public DestinationSettings shaped(Form other, Target there) {
    return new DestinationSettings(
        name, there, retry, breaker, concurrency, perSecond, adaptive, other);
  }
}
