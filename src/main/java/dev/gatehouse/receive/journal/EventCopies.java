package dev.gatehouse.receive.journal;

import dev.gatehouse.event.EventId;
import dev.gatehouse.event.InboundEvent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;

/** Counts later copies of an event: all SQL that writes {@code event_copy}. */
final class EventCopies {
  // Sorted, like the keys, and always after them.
  static final String COUNT =
      """
      insert into event_copy (source_id, event_id, body_sha256, event, conflict, copies, body_bytes,
                              first_seen, last_seen)
      select source_id, event_id, body_sha256, event::uuid, conflict = 1, copies, body_bytes,
             timestamptz 'epoch' + first_seen * interval '1 microsecond',
             timestamptz 'epoch' + last_seen * interval '1 microsecond'
      from unnest(?::int4[], ?::text[], ?::bytea[], ?::text[], ?::int4[], ?::int8[], ?::int4[],
                  ?::int8[], ?::int8[])
        as given (source_id, event_id, body_sha256, event, conflict, copies, body_bytes,
                  first_seen, last_seen)
      on conflict (source_id, event_id, body_sha256) do update
      set copies = event_copy.copies + excluded.copies,
          last_seen = greatest(event_copy.last_seen, excluded.last_seen)
      """;

  /** A copy that came in, and whose it is. */
  record Copy(InboundEvent event, EventId first, boolean conflict) {}

  private record Sum(Copy example, long copies, Instant last) {
    Sum plus(Sum other) {
      return new Sum(example, copies + other.copies, last.isAfter(other.last) ? last : other.last);
    }
  }

  private record SumKey(Batch.Key key, String sha256) {
    static final Comparator<SumKey> ORDER =
        Comparator.comparing(SumKey::key).thenComparing(SumKey::sha256);
  }

  private final Sources sources;

  EventCopies(Sources sources) {
    this.sources = sources;
  }

  /**
   * Adds these to what is counted. After a connection broke during a commit they may be counted
   * twice; that a copy came is certain, how many is not.
   */
  void count(Connection connection, List<Copy> copies) throws SQLException {
    if (copies.isEmpty()) {
      return;
    }
    List<Sum> sums = summed(copies);
    try (PreparedStatement statement = connection.prepareStatement(COUNT)) {
      new Columns<>(connection, statement, sums)
          .integer(sum -> sources.id(sum.example.event.source()))
          .text(sum -> sum.example.event.eventId())
          .bytes(sum -> sum.example.event.bodySha256())
          .text(sum -> sum.example.first.toString())
          .integer(sum -> sum.example.conflict ? 1 : 0)
          .number(Sum::copies)
          .integer(sum -> sum.example.event.body().length())
          .micros(sum -> sum.example.event.receivedAt())
          .micros(Sum::last);
      statement.executeUpdate();
    }
  }

  private static List<Sum> summed(List<Copy> copies) {
    TreeMap<SumKey, Sum> sums = new TreeMap<>(SumKey.ORDER);
    for (Copy copy : copies) {
      sums.merge(
          new SumKey(Batch.Key.of(copy.event), HexFormat.of().formatHex(copy.event.bodySha256())),
          new Sum(copy, 1, copy.event.receivedAt()),
          Sum::plus);
    }
    return List.copyOf(sums.values());
  }
}
