package dev.gatehouse.deadletter;

import dev.gatehouse.deadletter.triage.OwnerRule;
import java.time.Duration;
import java.util.List;

/**
 * How dead letters are kept.
 *
 * @param owners the first rule that matches gives a new dead letter its owner
 * @param retention how long one is kept after it was opened
 * @param maxReplayCycles after so many re-runs that failed again it is marked recurring
 * @param softwareVersion written into each, so that a later reader knows what refused it
 * @param configRevision the settings now in force, written likewise
 */
public record DeadLetterSettings(
    List<OwnerRule> owners,
    Duration retention,
    int maxReplayCycles,
    String softwareVersion,
    long configRevision) {

  /** Where nothing else is configured. */
  public static final Duration DEFAULT_RETENTION = Duration.ofDays(90);

  /** Where nothing else is configured. */
  public static final int DEFAULT_MAX_REPLAY_CYCLES = 3;

  public DeadLetterSettings {
    owners = List.copyOf(owners);
    if (retention.isNegative() || retention.isZero() || maxReplayCycles < 1) {
      throw new IllegalArgumentException(
          "dead letters need a retention above zero and at least one replay cycle");
    }
  }

  /** The defaults, for a version and a revision. */
  public static DeadLetterSettings defaults(String softwareVersion, long configRevision) {
    return new DeadLetterSettings(
        List.of(), DEFAULT_RETENTION, DEFAULT_MAX_REPLAY_CYCLES, softwareVersion, configRevision);
  }
}
