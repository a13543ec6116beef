package dev.gatehouse.receive.journal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** All SQL that writes {@code request}. */
final class RequestRows {
  // They are few, and a second try may find the first one's.
  static final String INSERT =
      """
      insert into request (
        id, source_id, received_at, content_type, headers, body, body_sha256, parts, last_part)
      select
        id::uuid, source_id, timestamptz 'epoch' + received_at * interval '1 microsecond',
        content_type, headers, body, body_sha256, parts, last_part::uuid
      from unnest(
        ?::text[], ?::int4[], ?::int8[], ?::text[], ?::text[], ?::bytea[], ?::bytea[], ?::int4[],
        ?::text[])
        as given (
          id, source_id, received_at, content_type, headers, body, body_sha256, parts, last_part)
      on conflict (id) do nothing
      """;

  private final Sources sources;

  RequestRows(Sources sources) {
    this.sources = sources;
  }

  /** Writes the rows; those that are there already are left as they are. */
  void insert(Connection connection, List<RawRequest> requests) throws SQLException {
    if (requests.isEmpty()) {
      return;
    }
    try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
      new Columns<>(connection, statement, requests)
          .text(request -> request.id().toString())
          .integer(request -> sources.id(request.source()))
          .micros(RawRequest::receivedAt)
          .text(RawRequest::contentType)
          .text(request -> HeadersText.write(request.headers()))
          .bytes(request -> request.body().bytes())
          .bytes(RawRequest::bodySha256)
          .integer(RawRequest::parts)
          .text(request -> request.lastPart().toString());
      statement.executeUpdate();
    }
  }
}
