package dev.gatehouse.receive.signature;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Where the time of signing stands and how far from now it may be.
 *
 * @param header the header that holds it; null when it is a field of the signature header
 * @param tolerance how far it may lie on either side of now, to the millisecond; zero means exactly
 *     now; null means that the clock is not looked at, which has to be asked for with its own word
 */
public record TimestampRule(
    @Nullable HeaderName header, TimestampForm form, @Nullable Duration tolerance) {
  public TimestampRule {
    if (tolerance != null && tolerance.isNegative()) {
      throw new SpecMistake("a tolerance is zero or more");
    }
  }
}
