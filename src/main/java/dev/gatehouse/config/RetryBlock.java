package dev.gatehouse.config;

import dev.gatehouse.config.yaml.Key;
import dev.gatehouse.config.yaml.Kind;
import dev.gatehouse.config.yaml.Node;
import dev.gatehouse.config.yaml.Section;
import dev.gatehouse.config.yaml.Shape;
import dev.gatehouse.deliver.breaker.BreakerSettings;
import dev.gatehouse.deliver.retry.Classification;
import dev.gatehouse.deliver.retry.RetryPolicy;
import java.time.Duration;
import java.util.Optional;

/** {@code retry} and {@code circuit}, of one destination or as the default of all. */
final class RetryBlock {
  private static final Duration SHORTEST = Duration.ofMillis(1);
  private static final Duration LONGEST = Duration.ofDays(366);
  private static final int MOST = 1_000_000;

  static final Shape RETRY =
      Shape.of(
          Key.of("base", Kind.duration(), "the longest first wait"),
          Key.of("cap", Kind.duration(), "the longest wait of all"),
          Key.of("max_attempts", Kind.whole(1, MOST), "attempts of one run; 1: no second try"),
          Key.of("window", Kind.duration(), "how long after the first attempt the last may begin"),
          Key.of("retry_after_max", Kind.duration(), "the longest wait a destination may ask for"),
          Key.of(
              "results",
              Kind.named(Kind.choice(ResultTable.MEANINGS)),
              "what a status (404), a class of them (5xx) or a failure (timeout, connect, tls,"
                  + " name, broken, write) means where it is not the usual"));

  static final Shape CIRCUIT =
      Shape.of(
          Key.of("consecutive_failures", Kind.whole(1, MOST), "so many failures in a row open it"),
          Key.of("failure_ratio", Kind.number(0, 1), "or this share of failures in the window"),
          Key.of("minimum_results", Kind.whole(1, MOST), "fewer results say nothing"),
          Key.of("window", Kind.duration(), "what the ratio looks back on"),
          Key.of("cool_down", Kind.duration(), "how long it stays open the first time"),
          Key.of("max_cool_down", Kind.duration(), "how long it stays open at most"),
          Key.of("probe_lease", Kind.duration(), "when a probe without a result is lost"),
          Key.of("ramp", Kind.duration(), "from the first success to full concurrency"),
          Key.of(
              "consecutive_refusals",
              Kind.whole(1, MOST),
              "so many deliveries refused for good in a row pause the destination"));

  private RetryBlock() {}

  /** What is not written is as in {@code base}. */
  static Optional<RetryPolicy> retry(Node node, RetryPolicy base) {
    int before = node.mistakes().count();
    Section section = node.section(RETRY);
    Duration first = span(section, "base", base.base());
    Duration cap = span(section, "cap", base.cap());
    int attempts = section.at("max_attempts").integer(1, MOST).orElse(base.maxAttempts());
    Duration window = span(section, "window", base.window());
    Duration asked = span(section, "retry_after_max", base.retryAfterMax());
    Classification classification =
        section.has("results") ? ResultTable.read(section.at("results")) : base.classification();
    return Building.built(
        node, before, () -> new RetryPolicy(first, cap, attempts, window, asked, classification));
  }

  /** What is not written is as in {@code base}. */
  static Optional<BreakerSettings> circuit(Node node, BreakerSettings base) {
    int before = node.mistakes().count();
    Section section = node.section(CIRCUIT);
    int row =
        section.at("consecutive_failures").integer(1, MOST).orElse(base.consecutiveFailures());
    double ratio = section.at("failure_ratio").number(0, 1).orElse(base.failureRatio());
    int results = section.at("minimum_results").integer(1, MOST).orElse(base.minimumResults());
    Duration window = span(section, "window", base.window());
    Duration coolDown = span(section, "cool_down", base.coolDown());
    Duration most = span(section, "max_cool_down", base.maxCoolDown());
    Duration lease = span(section, "probe_lease", base.probeLease());
    Duration ramp = span(section, "ramp", base.ramp());
    int refusals =
        section.at("consecutive_refusals").integer(1, MOST).orElse(base.consecutiveRefusals());
    return Building.built(
        node,
        before,
        () ->
            new BreakerSettings(
                row, ratio, results, window, coolDown, most, lease, ramp, refusals));
  }

  private static Duration span(Section section, String key, Duration base) {
    return section.at(key).duration(SHORTEST, LONGEST).orElse(base);
  }
}
