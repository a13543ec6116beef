package dev.gatehouse.deliver.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.deliver.retry.AttemptResult.Answered;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Whole schedules on a clock of our own, for policies nobody thought of. */
class ScheduleTest {
  private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
  private static final long DAY = Duration.ofDays(1).toMillis();

  private static RetryPolicy policy(Random random) {
    Duration base = Duration.ofMillis(1 + random.nextLong(DAY));
    Duration cap = base.plusMillis(random.nextLong(10 * DAY));
    Duration window = Duration.ofMillis(1 + random.nextLong(100 * DAY));
    return RetryPolicy.of(base, cap, 1 + random.nextInt(200), window);
  }

  /** When the attempts of a delivery begin that never succeeds and takes no time. */
  private static List<Instant> attempts(RetryPolicy policy, RandomGenerator random) {
    List<Instant> begun = new ArrayList<>(List.of(START));
    while (true) {
      NextStep next =
          policy.next(begun.size(), START, new Answered(500, null), begun.getLast(), random);
      if (!(next instanceof NextStep.TryAfter later)) {
        assertThat(next).isInstanceOf(NextStep.GiveUp.class);
        return begun;
      }
      begun.add(begun.getLast().plus(later.delay()));
    }
  }

  @Test
  void noWaitIsAboveItsCeilingAndNoAttemptAfterTheWindowOrBeyondTheirNumber() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 500; i++) {
      RetryPolicy policy = policy(random);
      List<Instant> begun = attempts(policy, random);
      assertThat(begun.size()).as("seed %d", seed).isLessThanOrEqualTo(policy.maxAttempts());
      assertThat(begun.getLast())
          .as("seed %d", seed)
          .isBeforeOrEqualTo(START.plus(policy.window()));
      for (int n = 1; n < begun.size(); n++) {
        assertThat(Duration.between(begun.get(n - 1), begun.get(n)))
            .as("wait %d of %s, seed %d", n, policy, seed)
            .isBetween(Duration.ZERO, policy.ceiling(n));
        assertThat(policy.ceiling(n)).isLessThanOrEqualTo(policy.cap());
      }
    }
  }

  @Test
  void theSameSeedGivesTheSameScheduleAndAnotherOneAnother() {
    RetryPolicy policy = RetryPolicy.DEFAULT;
    List<Instant> one = attempts(policy, new Random(1));
    assertThat(attempts(policy, new Random(1))).isEqualTo(one);
    assertThat(attempts(policy, new Random(2))).isNotEqualTo(one);
  }

  @Test
  void waitsAreSpreadEvenlyUnderTheCeilingWhateverThePolicy() {
    Random random = new Random(11);
    int[] tenths = new int[10];
    for (int i = 0; i < 50_000; i++) {
      RetryPolicy policy = policy(random);
      int attempt = 1 + random.nextInt(100);
      RetryPolicy patient =
          RetryPolicy.of(policy.base(), policy.cap(), Integer.MAX_VALUE, Duration.ofDays(366));
      NextStep next = patient.next(attempt, START, new Answered(503, null), START, random);
      double share =
          (double) ((NextStep.TryAfter) next).delay().toNanos()
              / patient.ceiling(attempt).toNanos();
      tenths[(int) Math.min(9, share * 10)]++;
    }
    for (int tenth : tenths) {
      assertThat(tenth).isBetween(4_700, 5_300);
    }
  }
}
