package dev.gatehouse.config;

import dev.gatehouse.config.yaml.ByteSize;
import dev.gatehouse.config.yaml.Key;
import dev.gatehouse.config.yaml.Kind;
import dev.gatehouse.config.yaml.Node;
import dev.gatehouse.config.yaml.Section;
import dev.gatehouse.config.yaml.Shape;
import dev.gatehouse.receive.journal.JournalSettings;
import java.time.Duration;
import java.util.Optional;

/** {@code journal}: how events are written. */
final class JournalBlock {
  private static final JournalSettings D = JournalSettings.DEFAULTS;
  private static final ByteSize BYTE = new ByteSize(1);
  private static final ByteSize MOST = new ByteSize(1L << 40);
  private static final Duration SHORTEST = Duration.ofMillis(1);
  private static final Duration LONGEST = Duration.ofMinutes(5);

  static final Shape SHAPE =
      Shape.of(
          Key.of("writers", Kind.whole(1, 64), "threads that write, each with a connection")
              .byDefault(D.writers()),
          Key.of(
                  "max_queued_events",
                  Kind.whole(1, 10_000_000),
                  "events that may wait to be written")
              .byDefault(D.maxQueuedEvents()),
          Key.of("max_queued_bytes", Kind.size(), "body bytes that may wait to be written")
              .byDefault(new ByteSize(D.maxQueuedBytes())),
          Key.of("max_batch_events", Kind.whole(1, 100_000), "events of one transaction")
              .byDefault(D.maxBatchRows()),
          Key.of("max_batch_bytes", Kind.size(), "body bytes of one transaction")
              .byDefault(new ByteSize(D.maxBatchBytes())),
          Key.of("queue_wait", Kind.duration(), "how long an event may wait before it is a 503")
              .byDefault(D.queueWait()),
          Key.of("ack_within", Kind.duration(), "how long a sender waits at most")
              .byDefault(D.ackWithin()),
          Key.of("retry_after", Kind.duration(), "what a 503 tells the sender")
              .byDefault(D.retryAfter()));

  private JournalBlock() {}

  static Optional<JournalSettings> read(Node node) {
    int before = node.mistakes().count();
    Section section = node.section(SHAPE);
    int writers = section.at("writers").integer(1, 64).orElse(1);
    int events = section.at("max_queued_events").integer(1, 10_000_000).orElse(1);
    ByteSize bytes = section.at("max_queued_bytes").size(BYTE, MOST).orElse(BYTE);
    int rows = section.at("max_batch_events").integer(1, 100_000).orElse(1);
    ByteSize batch = section.at("max_batch_bytes").size(BYTE, MOST).orElse(BYTE);
    Duration wait = section.at("queue_wait").duration(SHORTEST, LONGEST).orElse(LONGEST);
    Duration ack = section.at("ack_within").duration(SHORTEST, LONGEST).orElse(LONGEST);
    Duration retry =
        section.at("retry_after").duration(Duration.ofSeconds(1), LONGEST).orElse(LONGEST);
    return Building.built(
        node,
        before,
        () ->
            new JournalSettings(
                writers, events, bytes.bytes(), rows, batch.bytes(), wait, ack, retry));
  }
}
