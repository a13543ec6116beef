package dev.gatehouse.receive.signature;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where the time of signing stands and how far from now it may be.
 *
 * @param header the header that holds it; null when it stands elsewhere
 * @param place where else it stands, such as a signed field of the body; null with no header: it is
 *     a field of the signature header
 * @param tolerance how far it may lie on either side of now, to the millisecond; zero means exactly
 *     now; null means that the clock is not looked at, which has to be asked for with its own word
 */
public record TimestampRule(
    @Nullable HeaderName header,
    TimestampForm form,
    @Nullable Duration tolerance,
    @Nullable Place place) {
  public TimestampRule(
      @Nullable HeaderName header, TimestampForm form, @Nullable Duration tolerance) {
    this(header, form, tolerance, null);
  }

  public TimestampRule {
    if (tolerance != null && tolerance.isNegative()) {
      throw new SpecMistake("a tolerance is zero or more");
    }
  }

  /** Whether it stands in the signature header itself. */
  boolean inFormat() {
    return header == null && place == null;
  }

  /** What is wrong with the time of a rightly signed request; null when nothing is. */
  Verification.@Nullable Refused refusal(@Nullable Instant signedAt, Instant now) {
    if (signedAt == null || tolerance == null) {
      return null;
    }
    Duration age = Duration.between(signedAt, form.present(now));
    if (age.compareTo(tolerance) > 0) {
      return Refusals.refused(RefusalReason.STALE, "signed longer ago than the tolerance allows");
    }
    return age.negated().compareTo(tolerance) > 0
        ? Refusals.refused(
            RefusalReason.TOO_NEW, "signed further in the future than the tolerance allows")
        : null;
  }
}
