package dev.gatehouse.config.secrets;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What may be shown of a secret.
 *
 * @param createdAt null for one that only the file knows
 * @param createdBy {@code config} for one that came from the file
 * @param expiresAt the first instant it does not count any more
 */
public record SecretInfo(
    SecretFingerprint fingerprint,
    SecretState state,
    @Nullable Instant createdAt,
    String createdBy,
    @Nullable Instant expiresAt,
    @Nullable Instant revokedAt) {}
