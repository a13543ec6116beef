package dev.gatehouse.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.deliver.retry.AttemptResult;
import dev.gatehouse.deliver.retry.NextStep;
import dev.gatehouse.deliver.retry.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * The part of the wait-times case that would take days to play: the wait after any attempt, asked
 * of the policy itself. What a destination asks for with {@code Retry-After} is played for real.
 */
final class WaitTimes {
  private static final int DRAWS = 500;
  private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

  private final CaseFile file;
  private final RetryPolicy policy;
  private final Random random;

  WaitTimes(CaseFile file, long seed) {
    this.file = file;
    this.random = new Random(seed);
    JsonNode delivery = file.given().path("delivery");
    // Attempts without number, so that every attempt of the case has one after it.
    this.policy =
        RetryPolicy.of(
            Duration.ofMillis(delivery.path("backoff").path("base_ms").asLong()),
            Duration.ofMillis(delivery.path("backoff").path("cap_ms").asLong()),
            Integer.MAX_VALUE,
            Duration.ofDays(366));
  }

  void everyDelayIsWithin(JsonNode bounds) {
    for (JsonNode attempt : file.given().path("attempt_numbers").values()) {
      for (int i = 0; i < DRAWS; i++) {
        if (attempt.asInt() < Integer.MAX_VALUE) {
          assertThat(delay(attempt.asInt()).toMillis())
              .as("after attempt %s", attempt)
              .isBetween(bounds.path(0).asLong(), bounds.path(1).asLong());
        }
        assertThat(policy.ceiling(attempt.asInt()).toMillis())
            .isBetween(1L, bounds.path(1).asLong());
      }
    }
  }

  void aHerdIsSpread(JsonNode atLeast) {
    for (Map.Entry<String, JsonNode> each : atLeast.properties()) {
      Set<Long> distinct = new HashSet<>();
      for (int i = 0; i < file.given().path("herd").path("events").asInt(); i++) {
        distinct.add(delay(Integer.parseInt(each.getKey())).toMillis());
      }
      assertThat(distinct).hasSizeGreaterThanOrEqualTo(each.getValue().asInt());
    }
  }

  private Duration delay(int attempt) {
    NextStep step =
        policy.next(
            attempt, NOW, new AttemptResult.NoAnswer(AttemptResult.Trouble.CONNECT), NOW, random);
    if (step instanceof NextStep.TryAfter later) {
      return later.delay();
    }
    throw new AssertionError("after attempt " + attempt + ": " + step);
  }
}
