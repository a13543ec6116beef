package dev.gatehouse.operate.doctor;

import dev.gatehouse.db.Database;
import dev.gatehouse.db.Pool;
import dev.gatehouse.watch.inspect.Bookkeeper;
import dev.gatehouse.watch.inspect.Books;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Makes all checks. */
public final class Doctor {
  private static final Duration BUDGET = Duration.ofSeconds(20);
  private static final Duration LONG_WAIT = Duration.ofSeconds(60);

  private final Database database;
  private final InstantSource clock;

  public Doctor(Database database, InstantSource clock) {
    this.database = database;
    this.clock = clock;
  }

  /** Every check, the gravest last; takes up to twenty seconds over a long history. */
  public List<Check> examine() {
    List<Check> all = new ArrayList<>();
    all.addAll(database.transaction(Pool.ADMIN, tx -> DatabaseChecks.all(tx, clock.instant())));
    all.addAll(database.transaction(Pool.ADMIN, WorkChecks::all));
    // A bookkeeper of one's own reads all anew and does not keep others waiting for it.
    Books books = new Bookkeeper(database, clock).prove(BUDGET);
    all.add(backlog(books));
    all.add(accounting(books));
    return all;
  }

  private Check backlog(Books books) {
    UUID oldest = books.oldestWaiting();
    if (oldest == null) {
      return Check.ok("backlog", "no event waits for a verdict or a first attempt");
    }
    Instant made = Instant.ofEpochMilli(oldest.getMostSignificantBits() >>> 16);
    Duration age = Duration.between(made, clock.instant());
    String found = "the oldest waiting event is " + Math.max(0, age.toSeconds()) + " s old";
    return age.compareTo(LONG_WAIT) < 0
        ? Check.ok("backlog", found)
        : new Check("backlog", Check.Result.WARN, found, List.of(oldest.toString()));
  }

  private static Check accounting(Books books) {
    String found =
        "received "
            + books.received()
            + " = pending "
            + books.pending()
            + " + finished "
            + books.finished()
            + " + dead "
            + books.dead();
    if (!books.balance()) {
      return new Check(
          "accounting",
          Check.Result.FAIL,
          found + " + unaccounted " + books.unaccounted(),
          books.holes().stream().map(hole -> hole.event() + ": " + hole.why()).toList());
    }
    return books.complete()
        ? Check.ok("accounting", found)
        : Check.warn("accounting", found + "; there was no time to look at all of them");
  }
}
