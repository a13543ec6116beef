package dev.gatehouse.operate.api;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A token as it may be shown: never its text, which nobody has but its holder.
 *
 * @param roles as {@link Role#text} writes them
 * @param sources null: all of them
 */
record Token(
    UUID id,
    String name,
    List<String> roles,
    @Nullable List<String> sources,
    Instant createdAt,
    @Nullable Instant expiresAt,
    @Nullable Instant revokedAt,
    @Nullable Instant lastUsedAt) {}
