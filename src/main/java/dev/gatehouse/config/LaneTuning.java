package dev.gatehouse.config;

import dev.gatehouse.process.lane.LaneSettings;
import java.time.Duration;

/**
 * What the file says about lanes; with the name of the node and the running version it becomes
 * {@link LaneSettings}, where each part is explained.
 */
public record LaneTuning(
    Duration heartbeat,
    Duration expiry,
    Duration wakeEvery,
    Duration poll,
    Duration sweep,
    Duration safetyAge,
    int workers,
    int batchEvents,
    int queueEvents,
    long queueBytes,
    int tries,
    int crashes,
    boolean listen) {
  /** Where nothing is written. */
  static final LaneTuning DEFAULTS = of(LaneSettings.of("any", "any"));

  public LaneTuning {
    // The room checks; a name and a version are all that is missing here.
    LaneSettings unused =
        new LaneSettings(
            "any",
            "any",
            heartbeat,
            expiry,
            wakeEvery,
            poll,
            sweep,
            safetyAge,
            workers,
            batchEvents,
            queueEvents,
            queueBytes,
            tries,
            crashes,
            listen);
  }

  private static LaneTuning of(LaneSettings settings) {
    return new LaneTuning(
        settings.heartbeat(),
        settings.expiry(),
        settings.wakeEvery(),
        settings.poll(),
        settings.sweep(),
        settings.safetyAge(),
        settings.workers(),
        settings.batchEvents(),
        settings.queueEvents(),
        settings.queueBytes(),
        settings.tries(),
        settings.crashes(),
        settings.listen());
  }

  /** The settings of the room. */
  public LaneSettings settings(String node, String version) {
    return new LaneSettings(
        node,
        version,
        heartbeat,
        expiry,
        wakeEvery,
        poll,
        sweep,
        safetyAge,
        workers,
        batchEvents,
        queueEvents,
        queueBytes,
        tries,
        crashes,
        listen);
  }
}
