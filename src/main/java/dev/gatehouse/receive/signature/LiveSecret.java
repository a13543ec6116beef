package dev.gatehouse.receive.signature;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A secret a source holds at the moment.
 *
 * @param label tells people which one matched, such as {@code current:3f2a91c0}; never the secret
 * @param expiresAt the first instant it no longer counts; null while it is current
 */
public record LiveSecret(String label, Secret secret, @Nullable Instant expiresAt) {
  /** A secret without an end. */
  public static LiveSecret of(String label, String value) {
    return new LiveSecret(label, new Secret(value), null);
  }

  /** Decided per request, not by a nightly job: the end instant itself is too late. */
  public boolean liveAt(Instant now) {
    return expiresAt == null || now.isBefore(expiresAt);
  }
}
