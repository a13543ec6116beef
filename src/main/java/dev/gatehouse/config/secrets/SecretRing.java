package dev.gatehouse.config.secrets;

import dev.gatehouse.db.Database;
import dev.gatehouse.db.DatabaseException;
import dev.gatehouse.db.Pool;
import dev.gatehouse.db.Tx;
import dev.gatehouse.event.SourceName;
import dev.gatehouse.receive.signature.LiveSecret;
import dev.gatehouse.receive.signature.Secret;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The secrets each source may be signed with, for the hot path: no I/O, no lock.
 *
 * <p>{@link #refresh} looks for changes; call it after a change on this node; {@link #start} has it
 * called twice a second for changes on others. The end of a secret is in the list and judged by
 * whoever verifies, at the instant of the request.
 */
public final class SecretRing implements AutoCloseable {
  /** A change on another node counts here within this time, as long as the database answers. */
  public static final Duration SEEN_WITHIN = Duration.ofSeconds(2);

  private static final Duration PAUSE = Duration.ofMillis(500);
  private static final Logger LOG = LoggerFactory.getLogger(SecretRing.class);

  private final Database database;
  private final Seal seal;
  private final Supplier<Map<SourceName, ConfiguredSecrets>> configured;

  /** Replaced as a whole by refresh, which is the only writer and holds the monitor. */
  private volatile Map<SourceName, Stored> stored = Map.of();

  /** Made from {@link #stored} and the file; whoever finds it outdated makes it anew. */
  private volatile Merged merged;

  private volatile @Nullable Thread thread;

  public SecretRing(
      Database database, SecretsKey key, Supplier<Map<SourceName, ConfiguredSecrets>> configured) {
    this.database = database;
    this.seal = new Seal(key);
    this.configured = configured;
    this.merged = merge(configured.get(), stored);
  }

  /**
   * @param known fingerprints the database has a say on, the dead ones too
   * @param unreadable rows that did not open: sealed under another key
   */
  private record Stored(
      long version, List<LiveSecret> live, Set<SecretFingerprint> known, int unreadable) {}

  private record Merged(
      Map<SourceName, ConfiguredSecrets> file,
      Map<SourceName, Stored> stored,
      Map<SourceName, List<LiveSecret>> live) {}

  /** All secrets of the source that have not been revoked; their ends are judged by the caller. */
  public List<LiveSecret> of(SourceName source) {
    Map<SourceName, ConfiguredSecrets> file = configured.get();
    Map<SourceName, Stored> now = stored;
    Merged made = merged;
    if (made.file != file || made.stored != now) {
      made = merge(file, now);
      merged = made;
    }
    return made.live.getOrDefault(source, List.of());
  }

  /**
   * Reads what has changed since the last time.
   *
   * @throws DatabaseException when the database does not answer; what was known goes on counting
   */
  public synchronized void refresh() {
    Map<SourceName, Stored> before = stored;
    Map<SourceName, Stored> after =
        database.transaction(
            Pool.ADMIN,
            tx -> {
              Map<SourceName, Stored> read = new HashMap<>();
              SecretRows.versions(tx)
                  .forEach(
                      (name, version) ->
                          SourceName.parse(name)
                              .ifPresent(
                                  source ->
                                      read.put(
                                          source, read(tx, source, version, before.get(source)))));
              return read;
            });
    if (!after.equals(before)) {
      stored = Map.copyOf(after);
    }
  }

  /**
   * Whether some secret in the database was sealed under another key; then the key of this node is
   * the wrong one and it should not start.
   */
  public boolean holdsUnreadable() {
    return stored.values().stream().anyMatch(each -> each.unreadable > 0);
  }

  /** Reads all secrets, then goes on looking for changes until closed. */
  public void start() {
    refresh();
    thread = Thread.ofVirtual().name("secrets").start(this::keepLooking);
  }

  @Override
  public void close() {
    Thread running = thread;
    if (running != null) {
      running.interrupt();
    }
  }

  private void keepLooking() {
    boolean away = false;
    while (true) {
      try {
        Thread.sleep(PAUSE);
        refresh();
        away = false;
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
        return;
      } catch (RuntimeException e) {
        if (!away) {
          LOG.warn("secrets cannot be looked up; those known go on counting", e);
        }
        away = true;
      }
    }
  }

  private Stored read(Tx tx, SourceName source, long version, @Nullable Stored before) {
    // The version is read first: should a change slip in between, the next look reads it again.
    if (before != null && before.version == version) {
      return before;
    }
    List<LiveSecret> live = new ArrayList<>();
    Set<SecretFingerprint> known = new HashSet<>();
    int unreadable = 0;
    for (StoredSecret row : SecretRows.of(tx, source)) {
      known.add(row.fingerprint());
      if (row.revokedAt() != null || row.sealed().length == 0) {
        continue;
      }
      Optional<Secret> secret = seal.open(row.sealed(), row.id(), source);
      if (secret.isPresent()) {
        live.add(labelled(secret.get(), row.expiresAt()));
      } else {
        unreadable++;
        LOG.error("secret {} of source {} was sealed under another key", row.fingerprint(), source);
      }
    }
    return new Stored(version, List.copyOf(live), Set.copyOf(known), unreadable);
  }

  private static Merged merge(
      Map<SourceName, ConfiguredSecrets> file, Map<SourceName, Stored> stored) {
    Map<SourceName, List<LiveSecret>> live = new HashMap<>();
    file.forEach(
        (source, configured) -> {
          Stored own = stored.get(source);
          List<LiveSecret> all = new ArrayList<>(own == null ? List.of() : own.live);
          for (LiveSecret each : configured.secrets()) {
            if (own == null || !own.known.contains(SecretFingerprint.of(each.secret()))) {
              all.add(labelled(each.secret(), each.expiresAt()));
            }
          }
          live.put(source, List.copyOf(all));
        });
    return new Merged(file, stored, Map.copyOf(live));
  }

  private static LiveSecret labelled(Secret secret, @Nullable Instant end) {
    String word = end == null ? "current" : "previous";
    return new LiveSecret(word + ":" + SecretFingerprint.of(secret), secret, end);
  }
}
