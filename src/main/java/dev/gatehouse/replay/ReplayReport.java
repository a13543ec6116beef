package dev.gatehouse.replay;

import dev.gatehouse.db.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads what became of the items of a replay, one by one and summed up. */
public final class ReplayReport {
  private static final String ITEMS =
      """
      select position, dead_letter, event, delivery, source, type, machine, entity_key, destination,
        state, reason, run, started_at, finished_at, forecast, forecast_reason, forecast_to,
        forecast_differs
      from replay_item
      where replay = ? and position > ? and (?::text is null or state = ?)
      order by position
      limit ?
      """;

  private static final String REASONS =
      """
      select state as part, coalesce(reason, '-') as word, count(*) as n from replay_item
      where replay = ? and state in ('failed', 'skipped') group by state, reason
      """;

  private static final String FORECASTS =
      """
      select forecast_differs::text as part,
        forecast || coalesce(':' || forecast_reason, '') as word, count(*) as n
      from replay_item where replay = ? and forecast is not null
      group by 1, 2
      """;

  private ReplayReport() {}

  /**
   * Sums over the items.
   *
   * @param failed how many by code, {@code skipped} by reason
   * @param forecast how many by word and reason, such as {@code would_fail:ILLEGAL_TRANSITION}
   * @param forecastDiffers how many would end otherwise than last time
   */
  public record Sums(
      Map<String, Long> failed,
      Map<String, Long> skipped,
      Map<String, Long> forecast,
      long forecastDiffers) {}

  /**
   * In the order of their turns.
   *
   * @param after the position where the page before ended; 0 at first
   * @param state only these; null: all
   */
  public static List<ItemView> items(
      Tx tx, ReplayId replay, int after, @Nullable String state, int limit) {
    return Query.list(
        tx, "reading items", ITEMS, ReplayReport::item, replay.value(), after, state, state, limit);
  }

  public static Sums sums(Tx tx, ReplayId replay) {
    Map<String, Long> failed = new TreeMap<>();
    Map<String, Long> skipped = new TreeMap<>();
    for (Line line : Query.list(tx, "summing reasons", REASONS, Line::read, replay.value())) {
      (line.group().equals("failed") ? failed : skipped).put(line.word(), line.many());
    }
    Map<String, Long> forecast = new TreeMap<>();
    long differ = 0;
    for (Line line : Query.list(tx, "summing forecasts", FORECASTS, Line::read, replay.value())) {
      forecast.merge(line.word(), line.many(), Long::sum);
      differ += line.group().equals("true") ? line.many() : 0;
    }
    return new Sums(failed, skipped, forecast, differ);
  }

  private record Line(String group, String word, long many) {
    static Line read(ResultSet row) throws SQLException {
      return new Line(row.getString("part"), row.getString("word"), row.getLong("n"));
    }
  }

  private static ItemView item(ResultSet row) throws SQLException {
    int run = row.getInt("run");
    Integer given = row.wasNull() ? null : run;
    boolean differs = row.getBoolean("forecast_differs");
    Boolean known = row.wasNull() ? null : differs;
    return new ItemView(
        row.getInt("position"),
        Query.uuid(row, "dead_letter"),
        Objects.requireNonNull(Query.uuid(row, "event")),
        Query.uuid(row, "delivery"),
        row.getString("source"),
        row.getString("type"),
        row.getString("machine"),
        row.getString("entity_key"),
        row.getString("destination"),
        row.getString("state"),
        row.getString("reason"),
        given,
        Query.instant(row, "started_at"),
        Query.instant(row, "finished_at"),
        row.getString("forecast"),
        row.getString("forecast_reason"),
        row.getString("forecast_to"),
        known);
  }
}
