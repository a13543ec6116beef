package dev.gatehouse.config.secrets;

import dev.gatehouse.db.Tx;
import dev.gatehouse.event.SourceName;
import dev.gatehouse.receive.signature.LiveSecret;
import dev.gatehouse.receive.signature.Secret;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Changes the secrets of a source. Each change takes the next version of the set; of two at once,
 * one wins and the other is told ({@link SecretConflict}), so no live secret gets lost.
 *
 * <p>With the first change the secrets of the file move into the database, where they get an end; a
 * secret the database knows counts as the database says, whatever the file says.
 */
public final class Secrets {
  /** How long the secret that was current goes on counting where nobody says otherwise. */
  public static final Duration DEFAULT_OVERLAP = Duration.ofHours(24);

  private static final Duration WIPE_AFTER = Duration.ofDays(7);
  private static final String FROM_FILE = "config";

  private final Seal seal;
  private final Supplier<Map<SourceName, ConfiguredSecrets>> configured;
  private final InstantSource clock;

  public Secrets(
      SecretsKey key,
      Supplier<Map<SourceName, ConfiguredSecrets>> configured,
      InstantSource clock) {
    this.seal = new Seal(key);
    this.configured = configured;
    this.clock = clock;
  }

  /**
   * What a rotation came to.
   *
   * @param current fingerprint of the new secret
   * @param previousExpiresAt the end of those that were current until now
   * @param version of the set, to be named with the next change by whoever wants to be sure
   */
  public record Rotated(SecretFingerprint current, Instant previousExpiresAt, long version) {}

  /** The secrets of a source, the youngest first, and the version of the set. */
  public record Listing(List<SecretInfo> secrets, long version) {
    public Listing {
      secrets = List.copyOf(secrets);
    }
  }

  /**
   * Makes a new secret current and lets those that were go on until then.
   *
   * @param previousExpiresAt null: {@link #DEFAULT_OVERLAP} from now, never the end of an earlier
   *     rotation; an instant that is over ends them now. One that has an earlier end keeps it
   * @param expectedVersion null: whichever is there now
   * @param actor who, for the record
   * @throws SecretRefused when the value may not guard the source, or was one of its secrets before
   * @throws SecretConflict when somebody else changed the set meanwhile
   * @throws IllegalArgumentException when the file names no such source
   */
  public Rotated rotate(
      Tx tx,
      SourceName source,
      Secret secret,
      @Nullable Instant previousExpiresAt,
      @Nullable Long expectedVersion,
      String actor) {
    Instant now = clock.instant();
    ConfiguredSecrets file = of(source);
    SecretRules.mistakeIn(secret, file.spec(), file.allowShort())
        .ifPresent(
            mistake -> {
              throw new SecretRefused(mistake);
            });
    if (SecretRules.isPlaceholder(secret)) {
      throw new SecretRefused("this is a placeholder of the example configuration");
    }
    long version = claim(tx, source, expectedVersion, now);
    List<StoredSecret> stored = SecretRows.of(tx, source);
    SecretFingerprint fingerprint = SecretFingerprint.of(secret);
    if (isKnown(fingerprint, stored)
        || file.secrets().stream().anyMatch(each -> each.secret().equals(secret))) {
      throw new SecretRefused("this secret is or was one of the source's already");
    }
    Instant wanted = previousExpiresAt == null ? now.plus(DEFAULT_OVERLAP) : previousExpiresAt;
    Instant end = wanted.isBefore(now) ? now : wanted;
    SecretRows.endCurrent(tx, source, end);
    takeOver(tx, source, file, stored, end, now);
    insert(tx, source, secret, now, actor, null);
    SecretRows.wipe(tx, source, now.minus(WIPE_AFTER));
    return new Rotated(fingerprint, end, version);
  }

  /**
   * Takes the first secret of a source from the provider itself; with one that the file names, or
   * that the database ever knew, it is too late for that.
   *
   * @return its fingerprint
   * @throws SecretRefused when the value may not guard the source, or it has or had secrets
   * @throws SecretConflict when somebody else changed the set meanwhile
   * @throws IllegalArgumentException when the file names no such source
   */
  public SecretFingerprint accept(Tx tx, SourceName source, Secret secret, String actor) {
    Instant now = clock.instant();
    ConfiguredSecrets file = of(source);
    SecretRules.mistakeIn(secret, file.spec(), file.allowShort())
        .ifPresent(
            mistake -> {
              throw new SecretRefused(mistake);
            });
    if (!file.secrets().isEmpty() || !SecretRows.of(tx, source).isEmpty()) {
      throw new SecretRefused("the source has, or had, a secret");
    }
    long unused = claim(tx, source, null, now);
    insert(tx, source, secret, now, actor, null);
    return SecretFingerprint.of(secret);
  }

  /**
   * Ends a secret now, the last one too: then every request of the source is refused.
   *
   * @return false when the source has no such secret that still counts
   * @throws SecretConflict when somebody else changed the set meanwhile
   * @throws IllegalArgumentException when the file names no such source
   */
  public boolean revoke(
      Tx tx,
      SourceName source,
      SecretFingerprint fingerprint,
      @Nullable Long expectedVersion,
      String actor) {
    Instant now = clock.instant();
    ConfiguredSecrets file = of(source);
    List<StoredSecret> stored = SecretRows.of(tx, source);
    Optional<LiveSecret> inFile =
        isKnown(fingerprint, stored)
            ? Optional.empty()
            : file.secrets().stream()
                .filter(each -> SecretFingerprint.of(each.secret()).equals(fingerprint))
                .findFirst();
    boolean inStore =
        stored.stream()
            .anyMatch(row -> row.fingerprint().equals(fingerprint) && row.revokedAt() == null);
    if (inFile.isEmpty() && !inStore) {
      return false;
    }
    long unused = claim(tx, source, expectedVersion, now);
    if (inFile.isPresent()) {
      // Its value is not needed any more; that it is over is.
      SecretRows.insert(
          tx,
          new StoredSecret(
              UUID.randomUUID(), source, new byte[0], fingerprint, now, actor, null, now));
      return true;
    }
    return SecretRows.revoke(tx, source, fingerprint, now) > 0;
  }

  /**
   * What may be shown of the secrets of a source, those of the file that the database does not know
   * among them.
   */
  public Listing list(Tx tx, SourceName source) {
    Instant now = clock.instant();
    List<StoredSecret> stored = SecretRows.of(tx, source);
    List<SecretInfo> shown = new ArrayList<>(stored.stream().map(row -> row.shownAt(now)).toList());
    for (LiveSecret each : of(source).secrets()) {
      SecretFingerprint fingerprint = SecretFingerprint.of(each.secret());
      if (!isKnown(fingerprint, stored)) {
        SecretState state =
            !each.liveAt(now)
                ? SecretState.EXPIRED
                : each.expiresAt() == null ? SecretState.CURRENT : SecretState.PREVIOUS;
        shown.add(new SecretInfo(fingerprint, state, null, FROM_FILE, each.expiresAt(), null));
      }
    }
    return new Listing(shown, SecretRows.version(tx, source));
  }

  private ConfiguredSecrets of(SourceName source) {
    ConfiguredSecrets file = configured.get().get(source);
    if (file == null) {
      throw new IllegalArgumentException("no source " + source);
    }
    return file;
  }

  private static long claim(Tx tx, SourceName source, @Nullable Long expectedVersion, Instant now) {
    long expected = expectedVersion == null ? SecretRows.version(tx, source) : expectedVersion;
    if (!SecretRows.nextVersion(tx, source, expected, now)) {
      throw new SecretConflict(source);
    }
    return expected + 1;
  }

  /** The secrets of the file that the database does not know yet get their end there. */
  private void takeOver(
      Tx tx,
      SourceName source,
      ConfiguredSecrets file,
      List<StoredSecret> stored,
      Instant end,
      Instant now) {
    Map<SecretFingerprint, LiveSecret> unknown =
        file.secrets().stream()
            .filter(each -> !isKnown(SecretFingerprint.of(each.secret()), stored))
            .collect(
                Collectors.toMap(
                    each -> SecretFingerprint.of(each.secret()), each -> each, (one, two) -> one));
    for (LiveSecret each : unknown.values()) {
      Instant own = each.expiresAt();
      insert(
          tx, source, each.secret(), now, FROM_FILE, own != null && own.isBefore(end) ? own : end);
    }
  }

  private void insert(
      Tx tx, SourceName source, Secret secret, Instant now, String actor, @Nullable Instant end) {
    UUID id = UUID.randomUUID();
    SecretRows.insert(
        tx,
        new StoredSecret(
            id,
            source,
            seal.close(secret, id, source),
            SecretFingerprint.of(secret),
            now,
            actor,
            end,
            null));
  }

  private static boolean isKnown(SecretFingerprint fingerprint, List<StoredSecret> stored) {
    return stored.stream().anyMatch(row -> row.fingerprint().equals(fingerprint));
  }
}
