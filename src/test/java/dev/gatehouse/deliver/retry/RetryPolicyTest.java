package dev.gatehouse.deliver.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gatehouse.deliver.retry.AttemptResult.Answered;
import dev.gatehouse.deliver.retry.AttemptResult.NoAnswer;
import dev.gatehouse.deliver.retry.AttemptResult.Trouble;
import dev.gatehouse.event.ErrorCode;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryPolicyTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final Duration HOUR = Duration.ofHours(1);

  /** As in shared case 14: base 1 s, cap 1 h, 25 attempts. */
  private static final RetryPolicy POLICY =
      RetryPolicy.of(Duration.ofSeconds(1), HOUR, Integer.MAX_VALUE, Duration.ofDays(366));

  private static Duration waitAfter(
      RetryPolicy policy, int attempt, AttemptResult result, Random random) {
    return ((NextStep.TryAfter) policy.next(attempt, NOW, result, NOW, random)).delay();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 10, 31, 32, 33, 62, 63, 64, 65, 1000, Integer.MAX_VALUE - 1})
  void aWaitIsWithinZeroAndTheCapAtAnyAttemptNumber(int attempt) {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 2000; i++) {
      assertThat(waitAfter(POLICY, attempt, new Answered(500, null), random))
          .as("seed %d", seed)
          .isBetween(Duration.ZERO, HOUR);
    }
  }

  @Test
  void theCeilingDoublesUntilTheCap() {
    assertThat(POLICY.ceiling(1)).isEqualTo(Duration.ofSeconds(1));
    assertThat(POLICY.ceiling(2)).isEqualTo(Duration.ofSeconds(2));
    assertThat(POLICY.ceiling(11)).isEqualTo(Duration.ofSeconds(1024));
    assertThat(POLICY.ceiling(12)).isEqualTo(Duration.ofSeconds(2048));
    assertThat(POLICY.ceiling(13)).isEqualTo(HOUR);
    assertThat(POLICY.ceiling(Integer.MAX_VALUE)).isEqualTo(HOUR);
    assertThat(POLICY.ceiling(0)).isEqualTo(Duration.ofSeconds(1));
    assertThat(POLICY.ceiling(Integer.MIN_VALUE)).isEqualTo(Duration.ofSeconds(1));
  }

  @ParameterizedTest
  @CsvSource({"1,100", "20,150"})
  void aCrowdThatFailedTogetherIsKeptApart(int attempt, int distinctMillis) {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    Set<Long> seen = new HashSet<>();
    for (int i = 0; i < 200; i++) {
      seen.add(waitAfter(POLICY, attempt, new Answered(503, null), random).toMillis());
    }
    assertThat(seen).as("seed %d", seed).hasSizeGreaterThanOrEqualTo(distinctMillis);
  }

  @Test
  void jitterIsSpreadEvenlyOverTheWholeSpan() {
    Random random = new Random(7);
    int[] quarters = new int[4];
    for (int i = 0; i < 40_000; i++) {
      long millis = waitAfter(POLICY, 40, new Answered(500, null), random).toMillis();
      quarters[(int) Math.min(3, millis * 4 / HOUR.toMillis())]++;
    }
    for (int quarter : quarters) {
      assertThat(quarter).isBetween(9_500, 10_500);
    }
  }

  @Test
  void theSameSeedGivesTheSameWaits() {
    assertThat(waitAfter(POLICY, 5, new Answered(500, null), new Random(3)))
        .isEqualTo(waitAfter(POLICY, 5, new Answered(500, null), new Random(3)));
  }

  @Test
  void retryAfterInSecondsIsWaitedOut() {
    Duration delay = waitAfter(POLICY, 1, new Answered(503, "120"), new Random(1));
    assertThat(delay).isBetween(Duration.ofSeconds(120), Duration.ofSeconds(121));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Sun, 01 Mar 2026 12:02:00 GMT",
        "Sunday, 01-Mar-26 12:02:00 GMT",
        "Sun Mar  1 12:02:00 2026"
      })
  void retryAfterAsADateIsWaitedOutInAllThreeForms(String date) {
    Duration delay = waitAfter(POLICY, 1, new Answered(429, date), new Random(1));
    assertThat(delay).isBetween(Duration.ofSeconds(120), Duration.ofSeconds(121));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "soon",
        "-5",
        "",
        " ",
        "1.5",
        "0x10",
        "Sun, 01 Mar 2026 11:00:00 GMT",
        "١٢",
        "12 s",
        "Sun, 31 Feb 2026 12:02:00 GMT"
      })
  void nonsenseAndThePastAreIgnored(String value) {
    for (int seed = 0; seed < 50; seed++) {
      assertThat(waitAfter(POLICY, 1, new Answered(429, value), new Random(seed)))
          .isBetween(Duration.ZERO, Duration.ofSeconds(1));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "315360000",
        "99999999999999999999999999999999",
        "9223372036854775807",
        "Fri, 31 Dec 9999 23:59:59 GMT"
      })
  void whoAsksForYearsGetsAtMostADayAndTheCrowdIsKeptApart(String value) {
    Set<Duration> seen = new HashSet<>();
    Random random = new Random(11);
    for (int i = 0; i < 200; i++) {
      Duration delay = waitAfter(POLICY, 1, new Answered(429, value), random);
      assertThat(delay).isBetween(Duration.ofHours(12), Duration.ofHours(24));
      seen.add(delay);
    }
    assertThat(seen).hasSizeGreaterThan(150);
  }

  @Test
  void onlyAnswersThatMayCarryItAreAskedForRetryAfter() {
    assertThat(waitAfter(POLICY, 1, new Answered(500, "3600"), new Random(1)))
        .isLessThanOrEqualTo(Duration.ofSeconds(1));
  }

  @ParameterizedTest
  @CsvSource({
    "200,DELIVERED",
    "201,DELIVERED",
    "204,DELIVERED",
    "299,DELIVERED",
    "301,RETRY",
    "302,RETRY",
    "307,RETRY",
    "308,RETRY",
    "304,RETRY",
    "400,DEAD",
    "404,DEAD",
    "407,DEAD",
    "409,DEAD",
    "410,STOP",
    "422,DEAD",
    "451,DEAD",
    "401,PAUSE",
    "403,PAUSE",
    "408,RETRY",
    "425,RETRY",
    "429,RETRY",
    "500,RETRY",
    "502,RETRY",
    "503,RETRY",
    "599,RETRY",
    "100,RETRY",
    "600,RETRY",
    "999,RETRY"
  })
  void eachStatusHasItsMeaning(int status, Meaning meaning) {
    assertThat(Classification.STANDARD.of(new Answered(status, null))).isEqualTo(meaning);
  }

  @Test
  void everyKindOfNoAnswerMayHeal() {
    for (Trouble trouble : Trouble.values()) {
      assertThat(Classification.STANDARD.of(new NoAnswer(trouble))).isEqualTo(Meaning.RETRY);
    }
    assertThat(Classification.STANDARD.of(new AttemptResult.Forbidden())).isEqualTo(Meaning.FORBID);
  }

  @Test
  void aDestinationMayHaveItsOwnReading() {
    Classification own =
        new Classification(
            Map.of(404, Meaning.RETRY, 410, Meaning.DEAD),
            Map.of(4, Meaning.STOP, 5, Meaning.DEAD),
            Map.of(Trouble.TLS, Meaning.PAUSE, Trouble.TIMEOUT, Meaning.DEAD));
    assertThat(own.of(new Answered(404, null))).isEqualTo(Meaning.RETRY);
    assertThat(own.of(new Answered(410, null))).isEqualTo(Meaning.DEAD);
    assertThat(own.of(new Answered(400, null))).isEqualTo(Meaning.STOP);
    assertThat(own.of(new Answered(503, null))).isEqualTo(Meaning.DEAD);
    assertThat(own.of(new Answered(200, null))).isEqualTo(Meaning.DELIVERED);
    assertThat(own.of(new NoAnswer(Trouble.TLS))).isEqualTo(Meaning.PAUSE);
    assertThat(own.of(new NoAnswer(Trouble.TIMEOUT))).isEqualTo(Meaning.DEAD);
    assertThat(own.of(new NoAnswer(Trouble.CONNECT))).isEqualTo(Meaning.RETRY);
  }

  @Test
  void aReceiverMaySayStopWhateverTheTableSays() {
    Classification own = new Classification(Map.of(500, Meaning.RETRY), Map.of(), Map.of());
    assertThat(own.of(new Answered(500, null, StopWish.of(" Delivery ")))).isEqualTo(Meaning.DEAD);
    assertThat(own.of(new Answered(500, null, StopWish.of("destination")))).isEqualTo(Meaning.STOP);
    assertThat(own.of(new Answered(500, null, StopWish.of("please")))).isEqualTo(Meaning.RETRY);
    assertThat(own.of(new Answered(500, null, StopWish.of(null)))).isEqualTo(Meaning.RETRY);
    assertThat(own.of(new Answered(200, null, StopWish.DESTINATION)))
        .as("what has been taken has been taken")
        .isEqualTo(Meaning.DELIVERED);
  }

  @Test
  void theLastAttemptEndsInExhaustion() {
    RetryPolicy three = RetryPolicy.of(Duration.ofMillis(10), Duration.ofMillis(50), 3, HOUR);
    Random random = new Random(1);
    assertThat(three.next(2, NOW, new NoAnswer(Trouble.TIMEOUT), NOW, random))
        .isInstanceOf(NextStep.TryAfter.class);
    assertThat(three.next(3, NOW, new NoAnswer(Trouble.TIMEOUT), NOW, random))
        .isEqualTo(new NextStep.GiveUp(ErrorCode.RETRIES_EXHAUSTED, "timeout at attempt 3 of 3"));
  }

  @Test
  void noAttemptBeginsAfterTheWindow() {
    RetryPolicy hour = RetryPolicy.of(Duration.ofSeconds(1), HOUR, 100, HOUR);
    Random random = new Random(1);
    assertThat(hour.next(3, NOW.minus(HOUR), new Answered(500, null), NOW, random))
        .isInstanceOf(NextStep.GiveUp.class);
    assertThat(hour.next(1, NOW, new Answered(503, "7200"), NOW, random))
        .isInstanceOf(NextStep.GiveUp.class);
    assertThat(hour.next(1, NOW, new Answered(503, "1800"), NOW, random))
        .isInstanceOf(NextStep.TryAfter.class);
  }

  @Test
  void refusalsDoNotWaitForTheBudget() {
    Random random = new Random(1);
    assertThat(POLICY.next(1, NOW, new Answered(422, null), NOW, random))
        .isEqualTo(new NextStep.GiveUp(ErrorCode.DESTINATION_REJECTED, "HTTP 422"));
    assertThat(POLICY.next(1, NOW, new Answered(410, null), NOW, random))
        .isEqualTo(new NextStep.Stop("HTTP 410"));
    assertThat(POLICY.next(1, NOW, new Answered(401, null), NOW, random))
        .isEqualTo(new NextStep.Hold("HTTP 401"));
    assertThat(POLICY.next(1, NOW, new AttemptResult.Forbidden(), NOW, random))
        .isInstanceOf(NextStep.GiveUp.class);
  }

  @Test
  void aPolicyThatCannotWorkIsRefused() {
    Duration second = Duration.ofSeconds(1);
    assertThatThrownBy(() -> RetryPolicy.of(Duration.ZERO, HOUR, 1, HOUR))
        .hasMessageContaining("base");
    assertThatThrownBy(() -> RetryPolicy.of(second, Duration.ofMillis(1), 1, HOUR))
        .hasMessageContaining("cap");
    assertThatThrownBy(() -> RetryPolicy.of(second, HOUR, 0, HOUR))
        .hasMessageContaining("max_attempts");
    assertThatThrownBy(() -> RetryPolicy.of(second, HOUR, 1, Duration.ofDays(-1)))
        .hasMessageContaining("window");
  }
}
