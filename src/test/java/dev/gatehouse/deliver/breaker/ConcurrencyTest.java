package dev.gatehouse.deliver.breaker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ConcurrencyTest {
  private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
  private static final int MOST = 16;

  private static Concurrency answered(Concurrency from, int times, Duration latency) {
    Concurrency now = from;
    for (int i = 0; i < times; i++) {
      now = now.answered(latency, true, MOST);
    }
    return now;
  }

  private static Concurrency full() {
    Concurrency full = answered(Concurrency.start(MOST), 1000, Duration.ofMillis(10));
    assertThat(full.of(MOST)).isEqualTo(MOST);
    return full;
  }

  @Test
  void itBeginsWithAQuarterAndGrowsByOneForEachTimeRound() {
    Concurrency start = Concurrency.start(MOST);
    assertThat(start.of(MOST)).isEqualTo(4);
    assertThat(answered(start, 4, Duration.ofMillis(10)).of(MOST)).isEqualTo(4);
    assertThat(answered(start, 6, Duration.ofMillis(10)).of(MOST)).isEqualTo(5);
    assertThat(answered(start, 200, Duration.ofMillis(10)).of(MOST)).isEqualTo(MOST);
    assertThat(Concurrency.start(1).of(1)).isEqualTo(1);
  }

  @Test
  void placesThatAreNotUsedDoNotMakeItGrow() {
    Concurrency now = Concurrency.start(MOST);
    for (int i = 0; i < 1000; i++) {
      now = now.answered(Duration.ofMillis(10), false, MOST);
    }
    assertThat(now.of(MOST)).isEqualTo(4);
  }

  @Test
  void aReceiverThatAsksForLessHalvesItOnceForAllThatWereUnderWay() {
    Concurrency now = full();
    for (int i = 0; i < MOST; i++) {
      now = now.overloaded(START, START.plusMillis(20 + i), Duration.ZERO);
    }
    assertThat(now.of(MOST)).isEqualTo(8);
    now = now.overloaded(START.plusMillis(50), START.plusMillis(60), Duration.ZERO);
    assertThat(now.of(MOST)).isEqualTo(4);
    for (int i = 0; i < 10; i++) {
      now = now.overloaded(START.plusSeconds(i + 1), START.plusSeconds(i + 2), Duration.ZERO);
    }
    assertThat(now.of(MOST)).isEqualTo(1);
    assertThat(answered(now, 1000, Duration.ofMillis(10)).of(MOST)).isEqualTo(MOST);
  }

  @Test
  void itIsQuietForAsLongAsTheReceiverAsksWithinReason() {
    Concurrency now = full().overloaded(START, START, Duration.ofSeconds(3));
    assertThat(now.isQuiet(START.plusMillis(2999))).isTrue();
    assertThat(now.isQuiet(START.plusSeconds(3))).isFalse();
    Concurrency shorter = now.overloaded(START, START, Duration.ofSeconds(1));
    assertThat(shorter.isQuiet(START.plusMillis(2999))).as("the longer wish counts").isTrue();
    Concurrency years =
        full().overloaded(START, START, Duration.ofSeconds(Long.MAX_VALUE / 1_000_000_000));
    assertThat(years.isQuiet(START.plus(Concurrency.LONGEST_QUIET))).isFalse();
    assertThat(years.isQuiet(START.plus(Concurrency.LONGEST_QUIET).minusMillis(1))).isTrue();
  }

  @Test
  void aReceiverThatGetsSlowGetsLessButNeverBelowAQuarterUntilThatIsTheUsual() {
    Concurrency slower = answered(full(), 100, Duration.ofMillis(400));
    assertThat(slower.of(MOST)).isLessThan(12);
    Concurrency slow = answered(slower, 300, Duration.ofMillis(400));
    assertThat(slow.of(MOST)).isEqualTo(4);
    assertThat(answered(slow, 3000, Duration.ofMillis(400)).of(MOST))
        .as("what lasts is the usual")
        .isEqualTo(MOST);
  }

  @Test
  void aReceiverThatGetsSlowAndWellAgainIsBackAtAll() {
    Concurrency slow = answered(full(), 200, Duration.ofMillis(400));
    assertThat(answered(slow, 400, Duration.ofMillis(10)).of(MOST)).isEqualTo(MOST);
  }

  @Test
  void fewSlowAnswersAmongManyChangeNothing() {
    Random random = new Random(4711);
    Concurrency now = full();
    for (int i = 0; i < 5000; i++) {
      now = now.answered(Duration.ofMillis(random.nextInt(10) == 0 ? 400 : 10), true, MOST);
      assertThat(now.of(MOST)).isGreaterThanOrEqualTo(8);
    }
  }

  /** A receiver that works at four at a time and lets the rest wait. */
  @Test
  void aReceiverThatQueuesIsNotFilledUpToTheBrim() {
    int most = 100;
    Concurrency now = Concurrency.start(most);
    int highest = 0;
    for (int i = 0; i < 3000; i++) {
      int under = now.of(most);
      highest = Math.max(highest, under);
      now = now.answered(Duration.ofMillis(100L * Math.max(4, under) / 4), true, most);
    }
    assertThat(highest).isLessThan(most * 3 / 4);
  }

  @Test
  void whateverHappensItStaysBetweenOneAndWhatIsConfigured() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int run = 0; run < 200; run++) {
      int most = 1 + random.nextInt(1024);
      Concurrency now = Concurrency.start(most);
      Instant at = START;
      for (int i = 0; i < 500; i++) {
        at = at.plusMillis(random.nextInt(50));
        now =
            random.nextInt(20) == 0
                ? now.overloaded(
                    at.minusMillis(random.nextInt(100)),
                    at,
                    Duration.ofSeconds(random.nextInt(100)))
                : now.answered(
                    Duration.ofNanos(random.nextLong(10_000_000_000L)), random.nextBoolean(), most);
        assertThat(now.of(most)).as("seed %d", seed).isBetween(1, most);
        assertThat(now.limit()).as("seed %d", seed).isBetween(1.0, (double) most);
        assertThat(now.quietUntil())
            .as("seed %d", seed)
            .isBeforeOrEqualTo(at.plus(Concurrency.LONGEST_QUIET));
      }
    }
  }
}
