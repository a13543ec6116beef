package dev.gatehouse.receive.journal;

import dev.gatehouse.db.Database;
import dev.gatehouse.db.DatabaseException;
import dev.gatehouse.db.Pool;
import dev.gatehouse.event.EventId;
import dev.gatehouse.event.InboundEvent;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Writes one batch in one transaction: keys first, then the bytes of those that are new. */
final class BatchWrite {
  private static final Comparator<Waiting> BY_ID =
      Comparator.comparing((Waiting waiting) -> waiting.event().id());

  private final Database database;
  private final Sources sources;
  private final EventKeys keys;
  private final EventRows rows;
  private final EventCopies copies;
  private final RequestRows requests;

  BatchWrite(Database database, Sources sources) {
    this.database = database;
    this.sources = sources;
    this.keys = new EventKeys(sources);
    this.rows = new EventRows(sources);
    this.copies = new EventCopies(sources);
    this.requests = new RequestRows(sources);
  }

  /** An event and what became of it, once the transaction has been committed. */
  record Written(Waiting waiting, Receipt receipt) {}

  /**
   * Writes and commits.
   *
   * @param again the same events may have been committed before, on a connection that broke: what
   *     is found under our own ids counts as stored
   * @throws DatabaseException when nothing was committed, or that is not known
   */
  List<Written> write(List<Waiting> gathered, boolean again) {
    // Before the transaction: a source that is new gets its number in one of its own.
    for (Waiting waiting : gathered) {
      sources.id(waiting.event().source());
    }
    Batch batch = Batch.of(gathered);
    return database.transaction(
        Pool.INTAKE,
        tx -> {
          try {
            return write(tx.connection(), batch, again);
          } catch (SQLException e) {
            throw DatabaseException.of("journal, batch of " + gathered.size(), e);
          }
        });
  }

  private List<Written> write(Connection connection, Batch batch, boolean again)
      throws SQLException {
    Set<UUID> fresh =
        batch.keyed().isEmpty() ? Set.of() : keys.remember(connection, events(batch.keyed()));
    List<Waiting> stored = new ArrayList<>(batch.nameless());
    List<Waiting> known = new ArrayList<>();
    for (Waiting waiting : batch.keyed()) {
      (fresh.contains(waiting.event().id().value()) ? stored : known).add(waiting);
    }
    stored.sort(BY_ID);
    rows.insert(connection, events(stored), again);
    requests.insert(connection, requests(stored));

    List<Written> written = new ArrayList<>();
    stored.forEach(w -> written.add(new Written(w, new Receipt.Stored(w.event().id()))));
    if (!known.isEmpty() || !batch.copies().isEmpty()) {
      written.addAll(settle(connection, known, batch.copies()));
    }
    return written;
  }

  /** Says of which events these are copies, and counts them. */
  private List<Written> settle(Connection connection, List<Waiting> known, List<Waiting> later)
      throws SQLException {
    List<Waiting> all = new ArrayList<>(known);
    all.addAll(later);
    Map<Batch.Key, EventKeys.Holder> holders = keys.holders(connection, events(all));
    List<Written> written = new ArrayList<>();
    List<EventCopies.Copy> counted = new ArrayList<>();
    for (Waiting waiting : all) {
      InboundEvent event = waiting.event();
      EventKeys.Holder holder = holders.get(Batch.Key.of(event));
      if (holder == null) {
        // Retention took the key between the two statements; the next try makes it new.
        throw new IllegalStateException("the key of " + event + " went away");
      }
      if (holder.event().equals(event.id())) {
        written.add(new Written(waiting, new Receipt.Stored(event.id())));
        continue;
      }
      boolean conflict = !Arrays.equals(holder.bodySha256(), event.bodySha256());
      written.add(new Written(waiting, new Receipt.Duplicate(holder.event(), conflict)));
      counted.add(new EventCopies.Copy(event, holder.event(), conflict));
    }
    copies.count(connection, counted);
    return written;
  }

  /** Those that brought something new; a request of copies alone is counted with them. */
  private static List<RawRequest> requests(List<Waiting> stored) {
    Map<EventId, RawRequest> found = new LinkedHashMap<>();
    for (Waiting waiting : stored) {
      RawRequest request = waiting.request();
      if (request != null) {
        found.put(request.id(), request);
      }
    }
    return List.copyOf(found.values());
  }

  private static List<InboundEvent> events(Collection<Waiting> waiting) {
    return waiting.stream().map(Waiting::event).toList();
  }
}
