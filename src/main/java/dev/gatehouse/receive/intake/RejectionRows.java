package dev.gatehouse.receive.intake;

import dev.gatehouse.db.DatabaseException;
import dev.gatehouse.db.Tx;
import dev.gatehouse.event.SourceName;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.ZoneOffset;
import java.util.List;

/** All SQL that writes {@code rejection}. */
final class RejectionRows {
  static final String INSERT =
      """
      insert into rejection (id, source, at, reason, probable_cause, remote, body_sha256, body_bytes,
                             header_names, request_id)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      on conflict (id) do nothing
      """;

  // Leans on rejection_source_idx (source, id): finds the newest that is too much, removes it and
  // all before it.
  static final String PRUNE =
      """
      delete from rejection
      where source = ?
        and id <= (select id from rejection where source = ? order by id desc offset ? limit 1)
      """;

  void insert(Tx tx, List<Rejection> rejections) {
    try (PreparedStatement statement = tx.connection().prepareStatement(INSERT)) {
      for (Rejection each : rejections) {
        statement.setObject(1, each.id().value());
        statement.setString(2, each.source().value());
        statement.setObject(3, each.at().atOffset(ZoneOffset.UTC));
        statement.setString(4, each.reason());
        statement.setString(5, each.probableCause());
        statement.setString(6, each.remote());
        statement.setBytes(7, each.bodySha256());
        statement.setObject(8, each.bodyBytes(), Types.INTEGER);
        statement.setString(9, each.headerNames());
        statement.setString(10, each.requestId());
        statement.addBatch();
      }
      statement.executeBatch();
    } catch (SQLException e) {
      throw DatabaseException.of("write " + rejections.size() + " rejections", e);
    }
  }

  /** Leaves the newest {@code keep} of a source. */
  int prune(Tx tx, SourceName source, int keep) {
    try (PreparedStatement statement = tx.connection().prepareStatement(PRUNE)) {
      statement.setString(1, source.value());
      statement.setString(2, source.value());
      statement.setInt(3, keep);
      return statement.executeUpdate();
    } catch (SQLException e) {
      throw DatabaseException.of("prune rejections of " + source, e);
    }
  }
}
