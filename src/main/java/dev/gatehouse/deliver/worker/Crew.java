package dev.gatehouse.deliver.worker;

import dev.gatehouse.deliver.DeliverListener;
import dev.gatehouse.deliver.destination.Parcel;
import dev.gatehouse.deliver.retry.AttemptResult;
import dev.gatehouse.deliver.retry.NextStep;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What all lines of a node share: who writes, who reads, who knows the circuits, who sends. */
final class Crew {
  private static final Logger LOG = LoggerFactory.getLogger(Crew.class);

  private final String node;
  private final CircuitKeeper circuits;
  private final ResultWriter writer;
  private final OutboxReader reader;
  private final InstantSource clock;
  private final RandomGenerator random;
  private final DeliverListener listener;
  private final Hands hands = new Hands();

  /** Once set, an attempt that ends is one we broke off ourselves: nothing is known of it. */
  private volatile boolean abandoning;

  Crew(
      String node,
      CircuitKeeper circuits,
      ResultWriter writer,
      OutboxReader reader,
      InstantSource clock,
      RandomGenerator random,
      DeliverListener listener) {
    this.node = node;
    this.circuits = circuits;
    this.writer = writer;
    this.reader = reader;
    this.clock = clock;
    this.random = random;
    this.listener = listener;
  }

  String node() {
    return node;
  }

  CircuitKeeper circuits() {
    return circuits;
  }

  ResultWriter writer() {
    return writer;
  }

  OutboxReader reader() {
    return reader;
  }

  void abandon() {
    abandoning = true;
  }

  /** Has an attempt made, and whatever its line then has for the same thread. */
  void start(Begun begun) {
    hands.execute(
        () -> {
          for (Begun next = begun; next != null; ) {
            next = attempt(next);
          }
        });
  }

  private @Nullable Begun attempt(Begun begun) {
    Work work = begun.work();
    Instant at = clock.instant();
    long began = System.nanoTime();
    AttemptResult result =
        send(
            begun.port(),
            new Parcel(work.delivery(), work.run(), work.number() + 1, work.replay(), at));
    if (abandoning) {
      begun.line().abandoned(work);
      return null;
    }
    Duration latency = Duration.ofNanos(System.nanoTime() - began);
    Instant first = work.firstAttemptAt() == null ? at : work.firstAttemptAt();
    NextStep step =
        begun.settings().retry().next(work.attempts() + 1, first, result, clock.instant(), random);
    Attempted attempted = new Attempted(work, result, step, at, first, latency, begun.probe());
    listener.attempted(begun.line().name(), attempted.word(), latency, work.waited());
    return begun.line().ended(attempted);
  }

  private static AttemptResult send(Port port, Parcel parcel) {
    try {
      return port.send(parcel);
    } catch (RuntimeException e) {
      // A fault of ours; the destination must not wait for ever for a result that never comes.
      LOG.error("attempt at {} failed unexpectedly", parcel.delivery(), e);
      return new AttemptResult.NoAnswer(AttemptResult.Trouble.BROKEN);
    }
  }
}
