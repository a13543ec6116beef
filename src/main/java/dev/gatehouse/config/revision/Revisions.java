package dev.gatehouse.config.revision;

import dev.gatehouse.db.DatabaseException;
import dev.gatehouse.db.Tx;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** Numbers the wordings of the configuration. */
public final class Revisions {
  private static final String FIND = "select revision from config_revision where digest = ?";

  private static final String INSERT =
      """
      insert into config_revision (digest, at, node, redacted) values (?, ?, ?, ?)
      on conflict (digest) do nothing
      """;

  private static final String RECENT =
      """
      select revision, digest, at, node, redacted
      from config_revision
      order by revision desc
      limit ?
      """;

  private Revisions() {}

  /** One wording and when it was first in force, on which node. */
  public record Revision(long number, String digest, Instant at, String node, String redacted) {}

  /** The number of this wording; the same text has the same number on every node, for ever. */
  public static long number(Tx tx, String redacted, String node, Instant at) {
    String digest = digest(redacted);
    try {
      Optional<Long> known = find(tx, digest);
      if (known.isPresent()) {
        return known.get();
      }
      try (PreparedStatement statement = tx.connection().prepareStatement(INSERT)) {
        statement.setString(1, digest);
        statement.setObject(2, at.atOffset(ZoneOffset.UTC));
        statement.setString(3, node);
        statement.setString(4, redacted);
        int unused = statement.executeUpdate();
      }
      return find(tx, digest).orElseThrow();
    } catch (SQLException e) {
      throw DatabaseException.of("numbering the configuration", e);
    }
  }

  /** The youngest wordings, the youngest first. */
  public static List<Revision> recent(Tx tx, int limit) {
    try (PreparedStatement statement = tx.connection().prepareStatement(RECENT)) {
      statement.setInt(1, limit);
      List<Revision> revisions = new ArrayList<>();
      try (ResultSet result = statement.executeQuery()) {
        while (result.next()) {
          revisions.add(
              new Revision(
                  result.getLong("revision"),
                  result.getString("digest"),
                  result.getObject("at", OffsetDateTime.class).toInstant(),
                  result.getString("node"),
                  result.getString("redacted")));
        }
      }
      return revisions;
    } catch (SQLException e) {
      throw DatabaseException.of("reading revisions of the configuration", e);
    }
  }

  /** SHA-256 in hex. */
  public static String digest(String redacted) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(redacted.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException absent) {
      throw new IllegalStateException("every Java has SHA-256", absent);
    }
  }

  private static Optional<Long> find(Tx tx, String digest) throws SQLException {
    try (PreparedStatement statement = tx.connection().prepareStatement(FIND)) {
      statement.setString(1, digest);
      try (ResultSet result = statement.executeQuery()) {
        return result.next() ? Optional.of(result.getLong(1)) : Optional.empty();
      }
    }
  }
}
