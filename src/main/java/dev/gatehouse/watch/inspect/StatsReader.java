package dev.gatehouse.watch.inspect;

import dev.gatehouse.db.Database;
import dev.gatehouse.db.Pool;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Puts {@link Stats} together. Not more than one reading a second, however many ask. */
public final class StatsReader {
  private static final Duration MAX_AGE = Duration.ofSeconds(1);
  private static final Duration BUDGET = Duration.ofSeconds(3);

  private static final String OTHERS =
      """
      select
        (select coalesce(sum(copies), 0) from event_copy) as duplicates,
        (select coalesce(sum(copies), 0) from event_copy where conflict) as conflicts,
        (select count(*) from rejection) as rejected
      """;

  private static final Books NO_BOOKS =
      new Books(Instant.EPOCH, false, 0, 0, 0, 0, 0, List.of(), null);

  /** What is counted beside the books, with the books they belong to. */
  private record Others(Books books, long duplicates, long conflicts, long rejected) {}

  private final Bookkeeper bookkeeper;
  private final Database database;
  private final InstantSource clock;
  private volatile Others last;

  public StatsReader(Bookkeeper bookkeeper, Database database, InstantSource clock) {
    this.bookkeeper = bookkeeper;
    this.database = database;
    this.clock = clock;
    this.last = new Others(NO_BOOKS, 0, 0, 0);
  }

  /** At most a second old; waits for the count. */
  public Stats now() {
    Books books = bookkeeper.recent(MAX_AGE, BUDGET);
    Others others = last;
    if (others.books() != books) {
      others = read(books);
      last = others;
    }
    return stats(others);
  }

  /** Those that were counted last, however long ago; answers at once. */
  public Stats last() {
    return stats(last);
  }

  private Stats stats(Others others) {
    Books books = others.books();
    return new Stats(
        books.received(),
        others.duplicates(),
        others.conflicts(),
        others.rejected(),
        books.pending(),
        books.finished(),
        books.dead(),
        books.unaccounted(),
        age(books.oldestWaiting()),
        books.at(),
        books.complete());
  }

  private Others read(Books books) {
    Cells c = new Cells(database.transaction(Pool.ADMIN, tx -> tx.dsl().fetchSingle(OTHERS)));
    return new Others(books, c.number("duplicates"), c.number("conflicts"), c.number("rejected"));
  }

  private long age(@Nullable UUID event) {
    if (event == null) {
      return 0;
    }
    Instant made = Instant.ofEpochMilli(event.getMostSignificantBits() >>> 16);
    return Math.max(0, Duration.between(made, clock.instant()).toSeconds());
  }
}
