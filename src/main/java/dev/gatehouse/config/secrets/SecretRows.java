package dev.gatehouse.config.secrets;

import dev.gatehouse.db.DatabaseException;
import dev.gatehouse.db.Tx;
import dev.gatehouse.event.SourceName;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** All SQL over {@code secret} and {@code secret_set}. */
final class SecretRows {
  // A handful of rows for each source; secret_source_idx (source, created_at) serves it.
  private static final String OF_SOURCE =
      """
      select id, source, sealed, fingerprint, created_at, created_by, expires_at, revoked_at
      from secret
      where source = ?
      order by expires_at desc nulls first, created_at desc, id desc
      """;

  private static final String INSERT =
      """
      insert into secret (id, source, sealed, fingerprint, created_at, created_by, expires_at, revoked_at)
      values (?, ?, ?, ?, ?, ?, ?, ?)
      """;

  /** Only the current ones: an older one keeps the end it was given. */
  private static final String END_CURRENT =
      """
      update secret set expires_at = ?
      where source = ? and expires_at is null and revoked_at is null
      """;

  /** The row stays, so that the file cannot bring the secret back; its value goes at once. */
  private static final String REVOKE =
      """
      update secret set revoked_at = ?, sealed = ''
      where source = ? and fingerprint = ? and revoked_at is null
      """;

  private static final String WIPE =
      """
      update secret set sealed = ''
      where source = ? and sealed <> '' and expires_at < ?
      """;

  private static final String FIRST_VERSION =
      """
      insert into secret_set (source, version, changed_at) values (?, 1, ?)
      on conflict (source) do nothing
      """;

  private static final String NEXT_VERSION =
      """
      update secret_set set version = version + 1, changed_at = ?
      where source = ? and version = ?
      """;

  private static final String VERSIONS = "select source, version from secret_set";

  private SecretRows() {}

  static List<StoredSecret> of(Tx tx, SourceName source) {
    try (PreparedStatement statement = tx.connection().prepareStatement(OF_SOURCE)) {
      statement.setString(1, source.value());
      List<StoredSecret> rows = new ArrayList<>();
      try (ResultSet result = statement.executeQuery()) {
        while (result.next()) {
          rows.add(
              new StoredSecret(
                  result.getObject("id", UUID.class),
                  source,
                  result.getBytes("sealed"),
                  new SecretFingerprint(result.getString("fingerprint")),
                  result.getObject("created_at", OffsetDateTime.class).toInstant(),
                  result.getString("created_by"),
                  instant(result, "expires_at"),
                  instant(result, "revoked_at")));
        }
      }
      return rows;
    } catch (SQLException e) {
      throw DatabaseException.of("reading the secrets of source " + source, e);
    }
  }

  static void insert(Tx tx, StoredSecret row) {
    int unused =
        update(
            tx,
            INSERT,
            row.id(),
            row.source().value(),
            row.sealed(),
            row.fingerprint().value(),
            row.createdAt(),
            row.createdBy(),
            row.expiresAt(),
            row.revokedAt());
  }

  static void endCurrent(Tx tx, SourceName source, Instant end) {
    int unused = update(tx, END_CURRENT, end, source.value());
  }

  static int revoke(Tx tx, SourceName source, SecretFingerprint fingerprint, Instant now) {
    return update(tx, REVOKE, now, source.value(), fingerprint.value());
  }

  static void wipe(Tx tx, SourceName source, Instant before) {
    int unused = update(tx, WIPE, source.value(), before);
  }

  /** The version of the set; 0 while nothing was ever changed. */
  static long version(Tx tx, SourceName source) {
    return versions(tx).getOrDefault(source.value(), 0L);
  }

  /** Takes the version after this one; false when another transaction came first. */
  static boolean nextVersion(Tx tx, SourceName source, long version, Instant now) {
    int rows =
        version == 0
            ? update(tx, FIRST_VERSION, source.value(), now)
            : update(tx, NEXT_VERSION, now, source.value(), version);
    return rows == 1;
  }

  static Map<String, Long> versions(Tx tx) {
    try (PreparedStatement statement = tx.connection().prepareStatement(VERSIONS);
        ResultSet result = statement.executeQuery()) {
      Map<String, Long> versions = new HashMap<>();
      while (result.next()) {
        versions.put(result.getString(1), result.getLong(2));
      }
      return versions;
    } catch (SQLException e) {
      throw DatabaseException.of("reading the versions of secrets", e);
    }
  }

  private static int update(Tx tx, String sql, @Nullable Object... values) {
    try (PreparedStatement statement = tx.connection().prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        Object value = values[i];
        statement.setObject(
            i + 1, value instanceof Instant at ? at.atOffset(ZoneOffset.UTC) : value);
      }
      return statement.executeUpdate();
    } catch (SQLException e) {
      throw DatabaseException.of("writing a secret", e);
    }
  }

  private static @Nullable Instant instant(ResultSet result, String column) throws SQLException {
    OffsetDateTime at = result.getObject(column, OffsetDateTime.class);
    return at == null ? null : at.toInstant();
  }
}
