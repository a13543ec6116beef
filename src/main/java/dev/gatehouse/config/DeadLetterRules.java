package dev.gatehouse.config;

import dev.gatehouse.deadletter.DeadLetterSettings;
import dev.gatehouse.deadletter.triage.OwnerRule;
import java.time.Duration;
import java.util.List;

/**
 * What the file says about dead letters; with the running version and revision it becomes {@link
 * DeadLetterSettings}.
 */
public record DeadLetterRules(List<OwnerRule> owners, Duration retention, int maxReplayCycles) {
  public DeadLetterRules {
    owners = List.copyOf(owners);
  }

  /** The settings of the room, for the version that runs and the revision in force. */
  public DeadLetterSettings settings(String softwareVersion, long configRevision) {
    return new DeadLetterSettings(
        owners, retention, maxReplayCycles, softwareVersion, configRevision);
  }
}
