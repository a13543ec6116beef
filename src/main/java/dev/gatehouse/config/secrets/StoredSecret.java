package dev.gatehouse.config.secrets;

import dev.gatehouse.event.SourceName;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One row.
 *
 * @param sealed empty once its time is over and its value was wiped
 */
record StoredSecret(
    UUID id,
    SourceName source,
    byte[] sealed,
    SecretFingerprint fingerprint,
    Instant createdAt,
    String createdBy,
    @Nullable Instant expiresAt,
    @Nullable Instant revokedAt) {

  SecretState stateAt(Instant now) {
    if (revokedAt != null) {
      return SecretState.REVOKED;
    }
    if (expiresAt == null) {
      return SecretState.CURRENT;
    }
    return now.isBefore(expiresAt) ? SecretState.PREVIOUS : SecretState.EXPIRED;
  }

  SecretInfo shownAt(Instant now) {
    return new SecretInfo(fingerprint, stateAt(now), createdAt, createdBy, expiresAt, revokedAt);
  }
}
