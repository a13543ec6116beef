package dev.gatehouse.watch.inspect;

import dev.gatehouse.db.Database;
import dev.gatehouse.db.DatabaseException;
import dev.gatehouse.db.Pool;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the {@link Books} without ever holding a long snapshot: reads them slice by slice, each in
 * a short transaction, and remembers slices in which nothing can change any more.
 */
public final class Bookkeeper {
  static final int SLICE = 5_000;
  private static final int MAX_HOLES = 20;

  /** Ids made longer ago are all visible or never will be: writers give up after seconds. */
  private static final Duration STILL_ARRIVING = Duration.ofMinutes(2);

  private static final UUID LOWEST = new UUID(0, 0);

  private final Database database;
  private final InstantSource clock;
  private final int sliceSize;
  private final ReentrantLock lock = new ReentrantLock();

  /** Whole slices that no new event can fall into, in order; guarded by {@link #lock}. */
  private List<Slice> known = List.of();

  private volatile @Nullable Books last;

  public Bookkeeper(Database database, InstantSource clock) {
    this(database, clock, SLICE);
  }

  Bookkeeper(Database database, InstantSource clock, int sliceSize) {
    this.database = database;
    this.clock = clock;
    this.sliceSize = sliceSize;
  }

  /**
   * Books not older than {@code maxAge}, read anew when they are. Who comes while they are being
   * read waits for the same ones.
   *
   * @param budget when it is spent, old slices keep the numbers of the last reading and the books
   *     say that they are not complete
   */
  public Books recent(Duration maxAge, Duration budget) {
    lock.lock();
    try {
      Books before = last;
      if (before != null && before.at().plus(maxAge).isAfter(clock.instant())) {
        return before;
      }
      Books now = read(budget);
      last = now;
      return now;
    } finally {
      lock.unlock();
    }
  }

  /** Reads everything again, whatever is remembered: the proof. */
  public Books prove(Duration budget) {
    lock.lock();
    try {
      known = List.of();
      Books now = read(budget);
      last = now;
      return now;
    } finally {
      lock.unlock();
    }
  }

  private Books read(Duration budget) {
    Instant begun = clock.instant();
    List<Slice> rest = new ArrayList<>();
    // What was never counted comes first: else slices with dead letters in them, read again each
    // time, would use up the budget over a long history and the count never reach its end.
    boolean complete = inTime(() -> goOn(rest, begun, begun.plus(budget.dividedBy(2))));
    complete &= inTime(() -> readAgain(begun, begun.plus(budget)));
    List<Slice> all = new ArrayList<>(known);
    all.addAll(rest);
    return sum(begun, complete, all);
  }

  /** A slice that the database had no time for is counted the next time. */
  private static boolean inTime(BooleanSupplier reading) {
    try {
      return reading.getAsBoolean();
    } catch (DatabaseException e) {
      if (e.isContended()) {
        return false;
      }
      throw e;
    }
  }

  /**
   * Counts on from where the remembered slices end.
   *
   * @param rest gets the slices that are not to be remembered yet
   * @return whether it came to the end
   */
  private boolean goOn(List<Slice> rest, Instant begun, Instant until) {
    UUID above = known.isEmpty() ? LOWEST : known.getLast().upTo();
    UUID end = id(SliceSql.LAST);
    while (end != null && compare(above, end) < 0) {
      if (clock.instant().isAfter(until)) {
        return false;
      }
      UUID border = id(SliceSql.BORDER, above, sliceSize - 1);
      Slice slice = slice(above, border == null ? later(end, above) : border);
      above = slice.upTo();
      if (border != null && isPast(border, begun) && rest.isEmpty()) {
        List<Slice> more = new ArrayList<>(known);
        more.add(slice);
        known = more;
      } else {
        rest.add(slice);
      }
      if (border == null) {
        return true;
      }
    }
    return true;
  }

  /** Looks again at remembered slices that may have changed, those first that waited longest. */
  private boolean readAgain(Instant begun, Instant until) {
    List<Slice> fresh = new ArrayList<>(known);
    List<Slice> open =
        known.stream()
            .filter(slice -> !slice.isSettled() && slice.readAt().isBefore(begun))
            .sorted(Comparator.comparing(Slice::readAt))
            .toList();
    for (Slice slice : open) {
      if (clock.instant().isAfter(until)) {
        return false;
      }
      fresh.set(fresh.indexOf(slice), slice(slice.above(), slice.upTo()));
      known = List.copyOf(fresh);
    }
    return true;
  }

  private Slice slice(UUID above, UUID upTo) {
    Instant at = clock.instant();
    Cells c =
        new Cells(
            database.transaction(
                Pool.ADMIN,
                tx ->
                    tx.dsl()
                        .resultQuery(
                            SliceSql.READ,
                            DSL.val(above),
                            DSL.val(upTo),
                            DSL.val(new UUID(above.getMostSignificantBits() & ~0xFFFFL, 0)),
                            DSL.val(new UUID(upTo.getMostSignificantBits() | 0xFFFFL, -1L)),
                            DSL.inline(MAX_HOLES))
                        .fetchSingle()));
    return new Slice(
        above,
        upTo,
        at,
        c.number("received"),
        c.number("pending"),
        c.number("finished"),
        c.number("dead"),
        c.number("unaccounted"),
        holes(c.texts("holes")),
        c.uuidOrNull("oldest_waiting"));
  }

  private static List<Books.Hole> holes(List<String> texts) {
    return texts.stream()
        .map(text -> new Books.Hole(UUID.fromString(text.substring(0, 36)), text.substring(37)))
        .toList();
  }

  private @Nullable UUID id(String sql, Object... arguments) {
    List<UUID> found =
        database.transaction(
            Pool.ADMIN, tx -> tx.dsl().fetch(sql, arguments).map(row -> new Cells(row).uuid("id")));
    return found.isEmpty() ? null : found.getFirst();
  }

  private static Books sum(Instant at, boolean complete, List<Slice> all) {
    List<Books.Hole> holes =
        all.stream().flatMap(slice -> slice.holes().stream()).limit(MAX_HOLES).toList();
    UUID oldest =
        all.stream().map(Slice::oldestWaiting).filter(Objects::nonNull).findFirst().orElse(null);
    return new Books(
        at,
        complete,
        all.stream().mapToLong(Slice::received).sum(),
        all.stream().mapToLong(Slice::pending).sum(),
        all.stream().mapToLong(Slice::finished).sum(),
        all.stream().mapToLong(Slice::dead).sum(),
        all.stream().mapToLong(Slice::unaccounted).sum(),
        holes,
        oldest);
  }

  private static boolean isPast(UUID id, Instant now) {
    return Instant.ofEpochMilli(id.getMostSignificantBits() >>> 16)
        .isBefore(now.minus(STILL_ARRIVING));
  }

  private static UUID later(UUID one, UUID other) {
    return compare(one, other) >= 0 ? one : other;
  }

  /** As PostgreSQL compares them: {@link UUID#compareTo} takes the halves as signed. */
  private static int compare(UUID one, UUID other) {
    int high = Long.compareUnsigned(one.getMostSignificantBits(), other.getMostSignificantBits());
    return high != 0
        ? high
        : Long.compareUnsigned(one.getLeastSignificantBits(), other.getLeastSignificantBits());
  }
}
