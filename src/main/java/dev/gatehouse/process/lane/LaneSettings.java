package dev.gatehouse.process.lane;

import java.time.Duration;

/**
 * How lanes are shared and worked.
 *
 * @param node this node's name, unlike any other's that is alive; a process that starts under the
 *     name of one that died takes its lanes over at once
 * @param version of the software, for people who look at the nodes
 * @param heartbeat how often leases are renewed
 * @param expiry how long a lease outlives its last renewal; several heartbeats
 * @param wakeEvery the shortest time between two notifications to other nodes
 * @param poll how often waiting events (expired, to be run again) are looked for, and, while other
 *     nodes are alive, whether their events were missed
 * @param sweep how often it is looked whether anything was missed, and marks are moved
 * @param safetyAge longer than the time from giving an event its id to the end of its commit
 * @param workers threads that work lanes
 * @param batchEvents events of one transaction
 * @param queueEvents events handed over in memory and not yet worked, per lane
 * @param queueBytes their bodies, over all lanes
 * @param tries how often an event that fails alone is tried before it is POISON
 * @param crashes how often an event may be in hand when its process dies before it is POISON
 * @param listen whether a connection of its own listens for notifications; false behind a pooler
 */
public record LaneSettings(
    String node,
    String version,
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

  public LaneSettings {
    if (node.isBlank() || node.indexOf('#') >= 0) {
      throw new IllegalArgumentException("a node's name is not blank and has no #");
    }
    if (!heartbeat.isPositive() || expiry.compareTo(heartbeat.multipliedBy(2)) < 0) {
      throw new IllegalArgumentException("a lease expires after two heartbeats at the earliest");
    }
    if (!wakeEvery.isPositive() || !poll.isPositive() || !sweep.isPositive()) {
      throw new IllegalArgumentException("wakeEvery, poll and sweep are positive");
    }
    if (safetyAge.isNegative() || workers < 1 || batchEvents < 1) {
      throw new IllegalArgumentException("lanes need a worker and room for one event");
    }
    if (queueEvents < 1 || queueBytes < 1 || tries < 1 || crashes < 1) {
      throw new IllegalArgumentException("bounds of lanes are positive");
    }
  }

  /** After that, whatever a node has stored was found by others, handed over or not. */
  Duration foundByAll() {
    return expiry.plus(sweep.multipliedBy(2)).plus(safetyAge);
  }

  /** What suits most. */
  public static LaneSettings of(String node, String version) {
    return new LaneSettings(
        node,
        version,
        Duration.ofSeconds(3),
        Duration.ofSeconds(10),
        Duration.ofMillis(50),
        Duration.ofSeconds(1),
        Duration.ofSeconds(15),
        Duration.ofSeconds(30),
        2,
        512,
        2_000,
        64L << 20,
        3,
        3,
        true);
  }

  /** The same with these times, for tests and small installations. */
  public LaneSettings withTimes(
      Duration newHeartbeat, Duration newExpiry, Duration newPoll, Duration newSweep) {
    return new LaneSettings(
        node,
        version,
        newHeartbeat,
        newExpiry,
        wakeEvery,
        newPoll,
        newSweep,
        safetyAge,
        workers,
        batchEvents,
        queueEvents,
        queueBytes,
        tries,
        crashes,
        listen);
  }

  /** The same with another age below which nothing is taken for settled. */
  public LaneSettings withSafetyAge(Duration age) {
    return new LaneSettings(
        node,
        version,
        heartbeat,
        expiry,
        wakeEvery,
        poll,
        sweep,
        age,
        workers,
        batchEvents,
        queueEvents,
        queueBytes,
        tries,
        crashes,
        listen);
  }

  /** The same with other bounds on the work in hand. */
  public LaneSettings withBounds(
      int newWorkers, int newBatchEvents, int newQueueEvents, long newQueueBytes) {
    return new LaneSettings(
        node,
        version,
        heartbeat,
        expiry,
        wakeEvery,
        poll,
        sweep,
        safetyAge,
        newWorkers,
        newBatchEvents,
        newQueueEvents,
        newQueueBytes,
        tries,
        crashes,
        listen);
  }

  /** The same, polling instead of listening. */
  public LaneSettings withoutListening() {
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
        false);
  }
}
