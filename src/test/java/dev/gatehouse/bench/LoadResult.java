package dev.gatehouse.bench;

import java.time.Duration;
import java.util.Map;

/**
 * What came back.
 *
 * @param answers by status
 * @param broken connections that closed or answered with nonsense; each was opened anew
 * @param unanswered requests without an answer when the grace ran out
 * @param length from the first send to the last answer
 * @param latencies open loop: from the time a request was due, so that a stalled server cannot hide
 *     its stall by holding up the sender
 */
record LoadResult(
    Map<Integer, Long> answers,
    long broken,
    long unanswered,
    Duration length,
    LatencyHistogram latencies) {

  LoadResult {
    answers = Map.copyOf(answers);
  }

  long good() {
    return answers.entrySet().stream()
        .filter(entry -> entry.getKey() / 100 == 2)
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  /** Requests answered 2xx a second. */
  double perSecond() {
    return good() / (length.toNanos() / 1e9);
  }

  /** Fails when anything but 2xx came back: a rate made of refusals is no rate. */
  LoadResult allGood(String what) {
    if (broken > 0 || unanswered > 0 || answers.keySet().stream().anyMatch(s -> s / 100 != 2)) {
      throw new IllegalStateException(
          "%s: answers %s, %d connections broke, %d requests went unanswered"
              .formatted(what, answers, broken, unanswered));
    }
    return this;
  }
}
