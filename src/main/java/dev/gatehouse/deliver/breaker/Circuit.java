package dev.gatehouse.deliver.breaker;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The health of a destination, shared by all nodes. Each move returns the circuit after it, or
 * nothing when the circuit as it stands has no such move, so that of several nodes that see the
 * same trouble one makes the move and the rest learn of it.
 *
 * @param reason why it is as it is, for people; null for a circuit that never had trouble
 * @param since when it came into this state
 * @param probeAt open: when a probe may be tried; half-open: when the probe under way is taken to
 *     be lost
 * @param probeNode half-open: who holds the probe
 * @param failures how many failures in a row were seen when it last opened
 * @param timesOpened how often it has opened without having been well for long in between
 * @param version rises with each move
 */
public record Circuit(
    State state,
    @Nullable String reason,
    Instant since,
    @Nullable Instant probeAt,
    @Nullable String probeNode,
    int failures,
    int timesOpened,
    long version) {

  /** In the order of getting better. */
  public enum State {
    /** Held by a person, or because our credentials were refused; only a person lets it go. */
    PAUSED,
    /** Nothing is sent until the cool-down is over. */
    OPEN,
    /** One attempt is under way to see whether it has healed. */
    HALF_OPEN,
    /** As it should be, or on its way up. */
    CLOSED
  }

  /** So much longer than its ramp a circuit must have been closed to count as healed for good. */
  private static final int WELL_AFTER_RAMPS = 6;

  /** The circuit of a destination nobody has had trouble with. */
  public static Circuit closed(Instant now) {
    return new Circuit(State.CLOSED, null, now, null, null, 0, 0, 0);
  }

  /** What may be sent at that instant by that node. */
  public Permit permit(Instant now, String node, int concurrency, BreakerSettings settings) {
    return switch (state) {
      case PAUSED -> new Permit.Nothing();
      case OPEN -> due(now) ? new Permit.MayProbe() : new Permit.Nothing();
      case HALF_OPEN -> {
        if (due(now)) {
          yield new Permit.MayProbe();
        }
        yield node.equals(probeNode) ? new Permit.Probe() : new Permit.Nothing();
      }
      case CLOSED -> new Permit.Flow(ramped(now, concurrency, settings.ramp()));
    };
  }

  /** Opens a closed circuit. */
  public Optional<Circuit> opened(
      String why, int failuresInRow, Instant now, BreakerSettings settings) {
    if (state != State.CLOSED) {
      return Optional.empty();
    }
    boolean wasWell = now.isAfter(since.plus(settings.ramp().multipliedBy(WELL_AFTER_RAMPS)));
    return Optional.of(open(why, failuresInRow, wasWell ? 1 : timesOpened + 1, now, settings));
  }

  /** Gives that node the one probe, when one is due and nobody has it. */
  public Optional<Circuit> probing(String node, Instant now, BreakerSettings settings) {
    return (state == State.OPEN || state == State.HALF_OPEN) && due(now)
        ? Optional.of(
            moved(State.HALF_OPEN, reason, now, now.plus(settings.probeLease()), node, timesOpened))
        : Optional.empty();
  }

  /** The probe came back well: closes, and lets the flow grow. */
  public Optional<Circuit> probeSucceeded(String node, Instant now) {
    return holdsProbe(node)
        ? Optional.of(moved(State.CLOSED, "the probe succeeded", now, null, null, timesOpened))
        : Optional.empty();
  }

  /** The probe failed: opens again, for longer. */
  public Optional<Circuit> probeFailed(
      String node, String why, Instant now, BreakerSettings settings) {
    return holdsProbe(node)
        ? Optional.of(
            open("the probe failed: " + why, failures + 1, timesOpened + 1, now, settings))
        : Optional.empty();
  }

  /** Stops everything until it is resumed, from any state. */
  public Optional<Circuit> paused(String why, Instant now) {
    return state == State.PAUSED
        ? Optional.empty()
        : Optional.of(moved(State.PAUSED, why, now, null, null, timesOpened));
  }

  /** Lets a circuit that is not closed begin anew, growing its flow from one. */
  public Optional<Circuit> resumed(String why, Instant now) {
    return state == State.CLOSED
        ? Optional.empty()
        : Optional.of(moved(State.CLOSED, why, now, null, null, 0));
  }

  private boolean due(Instant now) {
    return probeAt == null || !now.isBefore(probeAt);
  }

  private boolean holdsProbe(String node) {
    return state == State.HALF_OPEN && node.equals(probeNode);
  }

  /** Grows in a straight line from one to all; a circuit that never had trouble has no ramp. */
  private int ramped(Instant now, int concurrency, Duration ramp) {
    if (reason == null) {
      return concurrency;
    }
    double share = (double) Duration.between(since, now).toMillis() / Math.max(1, ramp.toMillis());
    return (int) Math.clamp((long) Math.ceil(share * concurrency), 1, concurrency);
  }

  private Circuit open(
      String why, int failuresInRow, int times, Instant now, BreakerSettings settings) {
    return new Circuit(
        State.OPEN,
        why,
        now,
        now.plus(settings.coolDown(times)),
        null,
        failuresInRow,
        times,
        version + 1);
  }

  private Circuit moved(
      State to,
      @Nullable String why,
      Instant now,
      @Nullable Instant at,
      @Nullable String node,
      int times) {
    return new Circuit(to, why, now, at, node, failures, times, version + 1);
  }
}
