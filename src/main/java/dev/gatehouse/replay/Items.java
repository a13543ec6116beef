package dev.gatehouse.replay;

import dev.gatehouse.db.Tx;
import dev.gatehouse.event.EventId;
import dev.gatehouse.replay.plan.Skip;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads and changes rows of {@code replay_item}. */
final class Items {
  static final String COLUMNS =
      "i.position, i.next_position, i.dead_letter, i.event, i.delivery, i.destination, i.run";

  // Leans on replay_item_left_idx (replay, state, position).
  static final String WAITING =
      "select "
          + COLUMNS
          + """
           from replay_item i
          where i.replay = ? and i.state = 'waiting' and i.position <= ?
            and (i.destination is null or i.destination <> all (?::text[]))
          order by i.position
          limit ?
          """;

  private static final String WAITING_FOR =
      "select "
          + COLUMNS
          + """
           from replay_item i
          where i.replay = ? and i.state = 'waiting' and i.position <= ? and i.destination = ?
          order by i.position
          limit 1
          """;

  private static final String START =
      """
      update replay_item i set state = 'running', run = u.run, started_at = now()
      from unnest(?::int4[], ?::int4[]) as u (position, run)
      where i.replay = ? and i.position = u.position and i.state = 'waiting'
      """;

  private static final String END =
      """
      update replay_item i set state = u.state, reason = u.reason, finished_at = now()
      from unnest(?::int4[], ?::text[], ?::text[]) as u (position, state, reason)
      where i.replay = ? and i.position = u.position and i.state in ('waiting', 'running')
      """;

  private static final String LET_GO =
      """
      update replay_item set state = 'waiting'
      where replay = ? and position = any (?::int4[]) and state = 'behind'
      """;

  // Along the chain of an entity; all of them are behind, for none of them had its turn.
  private static final String SKIP_FOLLOWERS =
      """
      with recursive chain as (
        select position, next_position from replay_item
        where replay = ? and position = any (?::int4[])
        union all
        select n.position, n.next_position from chain c
        join replay_item n on n.replay = ? and n.position = c.next_position
      )
      update replay_item i set state = 'skipped', reason = ?, finished_at = now()
      from chain
      where i.replay = ? and i.position = chain.position and i.state = 'behind'
      """;

  private static final String SKIP_REST =
      """
      update replay_item set state = 'skipped', reason = 'cancelled', finished_at = now()
      where replay = ? and state in ('waiting', 'behind')
      """;

  private static final String LEFT_UP_TO =
      """
      select 1 from replay_item
      where replay = ? and state in ('behind', 'waiting', 'running') and position <= ?
      limit 1
      """;

  private static final String RUNNING_TO =
      """
      select distinct destination from replay_item
      where replay = ? and state = 'running' and destination is not null
      """;

  private Items() {}

  /**
   * Those whose turn it is.
   *
   * @param upTo the last position of the stage
   * @param without destinations that take nothing now
   */
  static List<Item> waiting(
      Tx tx, ReplayId replay, int upTo, Collection<String> without, int limit) {
    return limit <= 0
        ? List.of()
        : Query.list(
            tx,
            "choosing items",
            WAITING,
            Items::read,
            replay.value(),
            upTo,
            without.toArray(String[]::new),
            limit);
  }

  /** The first one for a destination. */
  static List<Item> waitingFor(Tx tx, ReplayId replay, int upTo, String destination) {
    return Query.list(
        tx, "choosing an item", WAITING_FOR, Items::read, replay.value(), upTo, destination);
  }

  static List<String> destinationsUnderWay(Tx tx, ReplayId replay) {
    return Query.list(
        tx, "reading items", RUNNING_TO, row -> row.getString("destination"), replay.value());
  }

  static void start(Tx tx, ReplayId replay, List<Item> started) {
    if (!started.isEmpty()) {
      check(
          Query.update(
              tx,
              "starting items",
              START,
              started.stream().map(Item::position).toArray(Integer[]::new),
              started.stream().map(Item::run).toArray(Integer[]::new),
              replay.value()),
          started.size());
    }
  }

  /** Writes the ends down and lets followers go, or skips them; how many were skipped so. */
  static int end(Tx tx, ReplayId replay, List<Ending> endings) {
    if (endings.isEmpty()) {
      return 0;
    }
    check(
        Query.update(
            tx,
            "ending items",
            END,
            endings.stream().map(each -> each.item().position()).toArray(Integer[]::new),
            endings.stream().map(each -> each.state().text()).toArray(String[]::new),
            endings.stream().map(Ending::reason).toArray(String[]::new),
            replay.value()),
        endings.size());
    Integer[] go = followers(endings, true);
    if (go.length > 0) {
      int unused = Query.update(tx, "letting followers go", LET_GO, replay.value(), go);
    }
    Integer[] stay = followers(endings, false);
    return stay.length == 0
        ? 0
        : Query.update(
            tx,
            "skipping followers",
            SKIP_FOLLOWERS,
            replay.value(),
            stay,
            replay.value(),
            Skip.PREDECESSOR_FAILED.text(),
            replay.value());
  }

  /** Gives those their turn that stand behind these, though these are not at their end. */
  static void letFollowersGo(Tx tx, ReplayId replay, List<Item> items) {
    Integer[] next =
        items.stream().map(Item::next).filter(Objects::nonNull).toArray(Integer[]::new);
    if (next.length > 0) {
      int unused = Query.update(tx, "letting followers go", LET_GO, replay.value(), next);
    }
  }

  private static Integer[] followers(List<Ending> endings, boolean letGo) {
    return endings.stream()
        .filter(each -> each.letsFollowersGo() == letGo)
        .map(each -> each.item().next())
        .filter(Objects::nonNull)
        .toArray(Integer[]::new);
  }

  /** Skips what has not been started; how many. */
  static int skipRest(Tx tx, ReplayId replay) {
    return Query.update(tx, "skipping what is left", SKIP_REST, replay.value());
  }

  /** Whether something up to that position is not at its end. */
  static boolean anyLeft(Tx tx, ReplayId replay, int upTo) {
    return !Query.list(tx, "looking at a stage", LEFT_UP_TO, row -> 1, replay.value(), upTo)
        .isEmpty();
  }

  static Item read(ResultSet row) throws SQLException {
    return new Item(
        row.getInt("position"),
        number(row, "next_position"),
        Query.uuid(row, "dead_letter"),
        new EventId(Objects.requireNonNull(Query.uuid(row, "event"))),
        Query.uuid(row, "delivery"),
        row.getString("destination"),
        number(row, "run"));
  }

  private static @Nullable Integer number(ResultSet row, String column) throws SQLException {
    int value = row.getInt(column);
    return row.wasNull() ? null : value;
  }

  private static void check(int wrote, int expected) {
    if (wrote != expected) {
      throw new IllegalStateException(
          "wrote " + wrote + " of " + expected + " items, though the replay is locked");
    }
  }
}
