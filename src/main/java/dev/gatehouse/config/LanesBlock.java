package dev.gatehouse.config;

import dev.gatehouse.config.yaml.ByteSize;
import dev.gatehouse.config.yaml.Key;
import dev.gatehouse.config.yaml.Kind;
import dev.gatehouse.config.yaml.Node;
import dev.gatehouse.config.yaml.Section;
import dev.gatehouse.config.yaml.Shape;
import java.time.Duration;
import java.util.Optional;

/** {@code lanes}: how nodes share and work what is stored. */
final class LanesBlock {
  private static final LaneTuning D = LaneTuning.DEFAULTS;
  private static final Duration SHORTEST = Duration.ofMillis(1);
  private static final Duration LONGEST = Duration.ofHours(1);
  private static final ByteSize BYTE = new ByteSize(1);

  static final Shape SHAPE =
      Shape.of(
          Key.of("workers", Kind.whole(1, 64), "threads that work lanes").byDefault(D.workers()),
          Key.of("batch_events", Kind.whole(1, 10_000), "events of one transaction")
              .byDefault(D.batchEvents()),
          Key.of("queue_events", Kind.whole(1, 1_000_000), "events handed over in memory, per lane")
              .byDefault(D.queueEvents()),
          Key.of("queue_bytes", Kind.size(), "their bodies, over all lanes")
              .byDefault(new ByteSize(D.queueBytes())),
          Key.of("tries", Kind.whole(1, 100), "how often an event that fails alone is tried")
              .byDefault(D.tries()),
          Key.of("crashes", Kind.whole(1, 100), "how often an event may be in hand at a crash")
              .byDefault(D.crashes()),
          Key.of("heartbeat", Kind.duration(), "how often leases are renewed")
              .byDefault(D.heartbeat()),
          Key.of("expiry", Kind.duration(), "how long a lease outlives its last renewal")
              .byDefault(D.expiry()),
          Key.of("wake_every", Kind.duration(), "the shortest time between two notifications")
              .byDefault(D.wakeEvery()),
          Key.of("poll", Kind.duration(), "how often waiting events are looked for")
              .byDefault(D.poll()),
          Key.of("sweep", Kind.duration(), "how often each lane is searched as a whole")
              .byDefault(D.sweep()),
          Key.of("safety_age", Kind.duration(), "longer than an event takes to be stored")
              .byDefault(D.safetyAge()),
          Key.of("listen", Kind.flag(), "false behind a pooler that keeps no sessions")
              .byDefault(D.listen()));

  private LanesBlock() {}

  static Optional<LaneTuning> read(Node node) {
    int before = node.mistakes().count();
    Section section = node.section(SHAPE);
    int workers = section.at("workers").integer(1, 64).orElse(1);
    int batch = section.at("batch_events").integer(1, 10_000).orElse(1);
    int queue = section.at("queue_events").integer(1, 1_000_000).orElse(1);
    ByteSize bytes = section.at("queue_bytes").size(BYTE, new ByteSize(1L << 40)).orElse(BYTE);
    int tries = section.at("tries").integer(1, 100).orElse(1);
    int crashes = section.at("crashes").integer(1, 100).orElse(1);
    Duration heartbeat = span(section, "heartbeat");
    Duration expiry = span(section, "expiry");
    Duration wake = span(section, "wake_every");
    Duration poll = span(section, "poll");
    Duration sweep = span(section, "sweep");
    Duration safety = section.at("safety_age").duration(Duration.ZERO, LONGEST).orElse(LONGEST);
    boolean listen = section.at("listen").flag().orElse(true);
    return Building.built(
        node,
        before,
        () ->
            new LaneTuning(
                heartbeat,
                expiry,
                wake,
                poll,
                sweep,
                safety,
                workers,
                batch,
                queue,
                bytes.bytes(),
                tries,
                crashes,
                listen));
  }

  private static Duration span(Section section, String key) {
    return section.at(key).duration(SHORTEST, LONGEST).orElse(LONGEST);
  }
}
