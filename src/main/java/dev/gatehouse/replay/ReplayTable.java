package dev.gatehouse.replay;

import dev.gatehouse.db.Tx;
import dev.gatehouse.replay.plan.Counts;
import dev.gatehouse.replay.plan.Judged;
import dev.gatehouse.replay.plan.ReplayState;
import dev.gatehouse.replay.plan.Subject;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads and changes rows of {@code replay}. Times are the database's. */
final class ReplayTable {
  private static final String SELECT =
      """
      select id, state, subject, dry_run, needs_approval, filter, reason, digest, requested_by,
        approved_by, stage, stage_ends, hold_between_stages, stop_at_failure_ratio, per_second,
        at_once, selected, succeeded, failed, skipped, remaining, under_way,
        forgiven_succeeded, forgiven_failed, stop_reason,
        forecast_upto, paid_until, created_at, started_at, finished_at
      from replay
      """;

  private static final String INSERT =
      """
      insert into replay (id, state, subject, dry_run, needs_approval, filter, reason, digest,
        idempotency_key, requested_by, stage_ends, hold_between_stages, stop_at_failure_ratio,
        per_second, at_once, selected, remaining)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """;

  private static final String SELECTED =
      """
      update replay
      set state = ?, needs_approval = ?, stage_ends = ?, selected = ?, remaining = ?,
        started_at = case when ? then now() end
      where id = ?
      """;

  // Leans on replay_due_idx. Who comes second takes another one.
  private static final String NEXT_DUE =
      SELECT
          + """
          where (state in ('planned', 'running') or under_way > 0) and due_at <= now()
          order by due_at
          limit 1
          for update skip locked
          """;

  private static final String MOVE =
      """
      update replay
      set state = ?, stop_reason = ?, stage = ?, approved_by = coalesce(?, approved_by),
        due_at = now(),
        started_at = case when ? = 'running' then coalesce(started_at, now()) else started_at end,
        finished_at = case when ? in ('finished', 'cancelled', 'forecast') then now() end
      where id = ? and state = ?
      """;

  private static final String BOOK =
      """
      update replay
      set succeeded = succeeded + ?, failed = failed + ?, skipped = skipped + ?,
        remaining = remaining - ?, under_way = under_way + ?, paid_until = ?,
        due_at = now() + ? * interval '1 millisecond'
      where id = ?
      """;

  private static final String RESUME =
      """
      update replay
      set state = 'running', stop_reason = null, stage = ?, due_at = now(),
        forgiven_succeeded = succeeded, forgiven_failed = failed
      where id = ? and state = 'stopped'
      """;

  private static final String FORECAST =
      "update replay set forecast_upto = ?, due_at = now() where id = ?";

  private ReplayTable() {}

  /** What a new row holds. */
  record New(Replay replay, @Nullable String idempotencyKey) {}

  static void insert(Tx tx, New row) {
    Replay r = row.replay();
    int unused =
        Query.update(
            tx,
            "writing a replay",
            INSERT,
            r.id().value(),
            r.state().text(),
            r.subject().text(),
            r.dryRun(),
            r.needsApproval(),
            r.filter(),
            r.reason(),
            r.digest(),
            row.idempotencyKey(),
            r.requestedBy(),
            r.stageEnds().toArray(Integer[]::new),
            r.holdBetweenStages(),
            r.stopAtFailureRatio(),
            r.perSecond(),
            r.atOnce(),
            r.counts().selected(),
            r.counts().left());
  }

  /** What was chosen for it, right after it was written. */
  static void selected(Tx tx, Replay r) {
    int unused =
        Query.update(
            tx,
            "counting the items of replay " + r.id(),
            SELECTED,
            r.state().text(),
            r.needsApproval(),
            r.stageEnds().toArray(Integer[]::new),
            r.counts().selected(),
            r.counts().left(),
            r.state() == ReplayState.RUNNING,
            r.id().value());
  }

  static Optional<Replay> find(Tx tx, ReplayId id) {
    return first(tx, SELECT + "where id = ?", id.value());
  }

  /** The same, locked until the transaction ends. */
  static Optional<Replay> lock(Tx tx, ReplayId id) {
    return first(tx, SELECT + "where id = ? for update", id.value());
  }

  static Optional<Replay> withKey(Tx tx, String idempotencyKey) {
    return first(tx, SELECT + "where idempotency_key = ?", idempotencyKey);
  }

  /** The last one of that digest that is not over, or was asked for a short while ago. */
  static Optional<Replay> like(Tx tx, String digest) {
    return first(
        tx,
        SELECT
            + """
            where digest = ?
              and (state not in ('forecast', 'finished', 'cancelled')
                or created_at > now() - interval '2 minutes')
            order by created_at desc
            limit 1
            """,
        digest);
  }

  /** One that wants looking after, locked; empty when none does or others have them. */
  static Optional<Replay> nextDue(Tx tx) {
    return first(tx, NEXT_DUE);
  }

  static List<Replay> list(Tx tx, @Nullable ReplayId after, int limit) {
    return Query.list(
        tx,
        "listing replays",
        SELECT + "where ?::uuid is null or id < ?::uuid order by id desc limit ?",
        ReplayTable::read,
        after == null ? null : after.value(),
        after == null ? null : after.value(),
        limit);
  }

  /** True when it still was in the state it was read in. */
  static boolean move(
      Tx tx, Replay before, ReplayState to, @Nullable String why, @Nullable String approvedBy) {
    if (!before.state().mayBecome(to)) {
      throw new IllegalStateException(before.state() + " may not become " + to);
    }
    return set(tx, before, to, why, before.stage(), approvedBy);
  }

  /** The next stage begins. */
  static void nextStage(Tx tx, Replay before) {
    boolean unused = set(tx, before, before.state(), null, before.stage() + 1, null);
  }

  /** Goes on in that stage; what failed so far is not held against it again. */
  static boolean resume(Tx tx, Replay before, int stage) {
    return Query.update(tx, "resuming replay " + before.id(), RESUME, stage, before.id().value())
        == 1;
  }

  private static boolean set(
      Tx tx,
      Replay before,
      ReplayState to,
      @Nullable String why,
      int stage,
      @Nullable String approvedBy) {
    return Query.update(
            tx,
            "moving replay " + before.id(),
            MOVE,
            to.text(),
            why,
            stage,
            approvedBy,
            to.text(),
            to.text(),
            before.id().value(),
            before.state().text())
        == 1;
  }

  /**
   * Writes into the books what a step did.
   *
   * @param againInMillis when somebody looks after it again
   */
  static void book(Tx tx, Replay replay, Tally tally, Instant paidUntil, long againInMillis) {
    int unused =
        Query.update(
            tx,
            "booking replay " + replay.id(),
            BOOK,
            tally.succeeded(),
            tally.failed(),
            tally.skipped(),
            tally.ended(),
            tally.underWay(),
            paidUntil,
            againInMillis,
            replay.id().value());
  }

  static void forecastUpTo(Tx tx, Replay replay, int position) {
    int unused =
        Query.update(
            tx, "forecasting replay " + replay.id(), FORECAST, position, replay.id().value());
  }

  static Instant now(Tx tx) {
    return Query.list(
            tx,
            "reading the clock",
            "select now() as now",
            row -> Objects.requireNonNull(Query.instant(row, "now")))
        .getFirst();
  }

  private static Optional<Replay> first(Tx tx, String sql, @Nullable Object... arguments) {
    return Query.list(tx, "reading a replay", sql, ReplayTable::read, arguments).stream()
        .findFirst();
  }

  private static Replay read(ResultSet row) throws SQLException {
    return new Replay(
        new ReplayId(Objects.requireNonNull(Query.uuid(row, "id"))),
        ReplayState.parse(row.getString("state")).orElseThrow(),
        Subject.parse(row.getString("subject")).orElseThrow(),
        row.getBoolean("dry_run"),
        row.getBoolean("needs_approval"),
        row.getString("filter"),
        row.getString("reason"),
        row.getString("digest"),
        row.getString("requested_by"),
        row.getString("approved_by"),
        row.getInt("stage"),
        Arrays.asList((Integer[]) row.getArray("stage_ends").getArray()),
        row.getBoolean("hold_between_stages"),
        row.getDouble("stop_at_failure_ratio"),
        row.getInt("per_second"),
        row.getInt("at_once"),
        new Counts(
            row.getInt("selected"),
            row.getInt("succeeded"),
            row.getInt("failed"),
            row.getInt("skipped"),
            row.getInt("remaining")),
        row.getInt("under_way"),
        new Judged(row.getInt("forgiven_succeeded"), row.getInt("forgiven_failed")),
        row.getString("stop_reason"),
        row.getInt("forecast_upto"),
        Objects.requireNonNull(Query.instant(row, "paid_until")),
        Objects.requireNonNull(Query.instant(row, "created_at")),
        Query.instant(row, "started_at"),
        Query.instant(row, "finished_at"));
  }
}
