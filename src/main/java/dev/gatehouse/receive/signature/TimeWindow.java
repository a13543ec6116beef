package dev.gatehouse.receive.signature;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Holds a signed time against the clock, on both sides. */
final class TimeWindow {
  private TimeWindow() {}

  /**
   * Why a request is not of now; empty when it is, or when the rule does not look at the clock.
   *
   * <p>The clock is cut to the unit of the timestamp, so that "exactly now" can be met at all.
   */
  static Optional<Verification.Refused> refusal(TimestampRule rule, Instant signedAt, Instant now) {
    if (rule.tolerance() == null) {
      return Optional.empty();
    }
    Duration age = Duration.between(signedAt, rule.form().present(now));
    if (age.compareTo(rule.tolerance()) > 0) {
      return Optional.of(
          Refusals.refused(RefusalReason.STALE, "signed longer ago than the tolerance allows"));
    }
    return age.negated().compareTo(rule.tolerance()) > 0
        ? Optional.of(
            Refusals.refused(
                RefusalReason.TOO_NEW, "signed further in the future than the tolerance allows"))
        : Optional.empty();
  }
}
