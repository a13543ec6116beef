package dev.gatehouse.replay;

import dev.gatehouse.db.Tx;
import dev.gatehouse.replay.plan.ItemState;
import dev.gatehouse.replay.plan.Skip;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Finds out what became of the items that were given back. Each question is one statement and so
 * sees one moment: a verdict and the end of its wait are written together.
 */
final class Results {
  // An open dead letter is new: the one that was replayed is not open any more. The deliveries of a
  // verdict bear its time; they share the millisecond of the event in their keys.
  private static final String EVENTS =
      "select "
          + Items.COLUMNS
          + """
          , o.verdict, o.reason, p.reason as parked, x.code, d.under_way, d.code as delivery_code
          from replay_item i
          left join outcome o on o.event = i.event and o.run = i.run
          left join parked p on p.event = i.event
          left join lateral (
            select l.code from dead_letter l
            where l.event = i.event and l.delivery is null
              and l.status not in ('replayed', 'closed')
            limit 1
          ) x on true
          left join lateral (
            select
              count(*) filter (where a.terminal is not true and l.code is null) as under_way,
              min(coalesce(l.code, a.result)) filter (
                where l.code is not null or (a.terminal and a.result <> 'delivered')) as code
            from delivery d
            left join lateral (
              select t.terminal, t.result from attempt t
              where t.delivery = d.id order by t.run desc, t.number desc limit 1
            ) a on true
            left join dead_letter l
              on l.event = d.event and l.delivery = d.id
                and l.status not in ('replayed', 'closed')
            where d.id between (left(i.event::text, 13) || '-0000-0000-000000000000')::uuid
                and (left(i.event::text, 13) || '-ffff-ffff-ffffffffffff')::uuid
              and d.event = i.event and d.created_at = o.at
          ) d on true
          where i.replay = ? and i.state = 'running' and i.delivery is null
          """;

  private static final String DELIVERIES =
      "select "
          + Items.COLUMNS
          + """
          , a.result, a.terminal, l.code
          from replay_item i
          left join lateral (
            select t.terminal, t.result from attempt t
            where t.delivery = i.delivery and t.run = i.run order by t.number desc limit 1
          ) a on true
          left join dead_letter l
            on l.event = i.event and l.delivery = i.delivery
              and l.status not in ('replayed', 'closed')
          where i.replay = ? and i.state = 'running' and i.delivery is not null
          """;

  private Results() {}

  /**
   * Those that are at their end; the others are still under way. One that waits for a predecessor
   * lets its followers have their turn: what it waits for may be among them.
   */
  static List<Ending> of(Tx tx, Replay replay) {
    if (replay.underWay() == 0) {
      return List.of();
    }
    List<Ending> endings = new ArrayList<>();
    List<Item> deferred = new ArrayList<>();
    Query.list(tx, "reading verdicts", EVENTS, row -> ofEvent(row, deferred), replay.id().value())
        .forEach(each -> each.ifPresent(endings::add));
    Items.letFollowersGo(tx, replay.id(), deferred);
    Query.list(tx, "reading deliveries", DELIVERIES, Results::ofDelivery, replay.id().value())
        .forEach(each -> each.ifPresent(endings::add));
    return endings;
  }

  private static Optional<Ending> ofEvent(ResultSet row, List<Item> deferred) throws SQLException {
    Item item = Items.read(row);
    String verdict = row.getString("verdict");
    String parked = row.getString("parked");
    if (verdict == null) {
      if ("deferred".equals(parked)) {
        deferred.add(item);
      }
      // One that is held waits for other people.
      return "held".equals(parked)
          ? Optional.of(Ending.skipped(item, Skip.HELD))
          : Optional.empty();
    }
    String code = row.getString("code");
    if (code != null || verdict.equals("rejected")) {
      return Optional.of(
          new Ending(item, ItemState.FAILED, code == null ? row.getString("reason") : code));
    }
    if (row.getInt("under_way") > 0) {
      return Optional.empty();
    }
    String refused = row.getString("delivery_code");
    return Optional.of(
        refused == null
            ? new Ending(item, ItemState.SUCCEEDED, verdict)
            : new Ending(item, ItemState.FAILED, refused));
  }

  private static Optional<Ending> ofDelivery(ResultSet row) throws SQLException {
    Item item = Items.read(row);
    String code = row.getString("code");
    if (code != null) {
      return Optional.of(new Ending(item, ItemState.FAILED, code));
    }
    if (!row.getBoolean("terminal")) {
      return Optional.empty();
    }
    String result = Objects.requireNonNull(row.getString("result"));
    return Optional.of(
        result.equals("delivered")
            ? new Ending(item, ItemState.SUCCEEDED, result)
            : new Ending(item, ItemState.FAILED, result));
  }
}
