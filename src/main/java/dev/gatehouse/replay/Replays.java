package dev.gatehouse.replay;

import dev.gatehouse.db.Tx;
import dev.gatehouse.event.EventIds;
import dev.gatehouse.replay.plan.Conduct;
import dev.gatehouse.replay.plan.Counts;
import dev.gatehouse.replay.plan.Judged;
import dev.gatehouse.replay.plan.ReplayFilter;
import dev.gatehouse.replay.plan.ReplayState;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** What people wish of replays: ask for one, say yes, stop, go on, give up. */
public final class Replays {
  /** Given with {@link Reply.NotNow} and in {@code stop_reason} when a person stopped it. */
  public static final String BY_HAND = "by_hand";

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String LOCK = "select pg_advisory_xact_lock(hashtextextended(?, 0))";

  private final Supplier<ReplaySettings> settings;
  private final EventIds ids;

  public Replays(Supplier<ReplaySettings> settings, EventIds ids) {
    this.settings = settings;
    this.ids = ids;
  }

  /**
   * Chooses the items and lets the replay begin, with its forecast or by running. Asked twice, the
   * second asker gets the first one's: for the same key for good, for the same wish without a key
   * while that replay is not over and two minutes longer.
   *
   * @throws TooManyItems when the filter matches too much and names no limit
   */
  public Reply ask(Tx tx, Wish wish) {
    String digest = digest(wish);
    String key = wish.idempotencyKey();
    lock(tx, key == null ? digest : "key " + key);
    Optional<Replay> before =
        key == null ? ReplayTable.like(tx, digest) : ReplayTable.withKey(tx, key);
    if (before.isPresent()) {
      return before.get().digest().equals(digest)
          ? new Reply.Same(before.get())
          : new Reply.KeyTaken();
    }
    ReplayId id = new ReplayId(ids.next().value());
    // Items refer to their replay, so it comes first; its counts are corrected at once.
    ReplayTable.insert(tx, new ReplayTable.New(replay(id, wish, digest, 0, 0), key));
    ReplaySettings bounds = settings.get();
    int selected = choose(tx, id, wish.filter(), bounds);
    Replay chosen = replay(id, wish, digest, selected, bounds.approvalAbove());
    ReplayTable.selected(tx, chosen);
    return new Reply.Done(ReplayTable.find(tx, id).orElseThrow());
  }

  private static int choose(Tx tx, ReplayId id, ReplayFilter filter, ReplaySettings bounds) {
    Integer limit = filter.limit();
    int most = limit == null ? bounds.maxItems() : Math.min(limit, bounds.maxItems());
    int found = Selection.choose(tx, id, filter, limit == null ? most + 1 : most);
    if (found > most) {
      throw new TooManyItems(most);
    }
    return found;
  }

  private static Replay replay(
      ReplayId id, Wish wish, String digest, int selected, int approvalAbove) {
    Conduct conduct = wish.conduct();
    boolean approval = !wish.dryRun() && (wish.approval() || selected > approvalAbove);
    return new Replay(
        id,
        wish.dryRun() || approval ? ReplayState.PLANNED : ReplayState.RUNNING,
        wish.filter().subject(),
        wish.dryRun(),
        approval,
        JSON.writeValueAsString(wish.filter().parts()),
        wish.reason(),
        digest,
        wish.requestedBy(),
        null,
        1,
        conduct.stageEnds(selected),
        conduct.holdBetweenStages(),
        conduct.stopAtFailureRatio(),
        conduct.perSecond(),
        conduct.atOnce(),
        new Counts(selected, 0, 0, 0, selected),
        0,
        Judged.NONE,
        null,
        0,
        Instant.EPOCH,
        Instant.EPOCH,
        null,
        null);
  }

  /** A second person says yes; it runs. */
  public Reply approve(Tx tx, ReplayId id, String actor) {
    Replay before = ReplayTable.lock(tx, id).orElse(null);
    if (before == null) {
      return new Reply.Unknown();
    }
    if (before.state() != ReplayState.AWAITING_APPROVAL) {
      return new Reply.NotNow(before.state());
    }
    if (before.requestedBy().equals(actor)) {
      return new Reply.OwnWish();
    }
    boolean unused = ReplayTable.move(tx, before, ReplayState.RUNNING, null, actor);
    return now(tx, id);
  }

  /** Starts nothing more; what is under way comes to its end and is counted. */
  public Reply stop(Tx tx, ReplayId id) {
    return move(tx, id, ReplayState.STOPPED, BY_HAND);
  }

  /** Goes on where it was stopped, with the next stage when the last one is done. */
  public Reply resume(Tx tx, ReplayId id) {
    Replay before = ReplayTable.lock(tx, id).orElse(null);
    if (before == null) {
      return new Reply.Unknown();
    }
    if (before.state() != ReplayState.STOPPED) {
      return new Reply.NotNow(before.state());
    }
    boolean stageDone = !Items.anyLeft(tx, id, before.stageEnd());
    int stage = stageDone && !before.inLastStage() ? before.stage() + 1 : before.stage();
    boolean unused = ReplayTable.resume(tx, before, stage);
    return now(tx, id);
  }

  /** Gives up: what was not started is skipped, what is under way is still counted. */
  public Reply cancel(Tx tx, ReplayId id) {
    Replay before = ReplayTable.lock(tx, id).orElse(null);
    if (before == null) {
      return new Reply.Unknown();
    }
    if (!before.state().mayBecome(ReplayState.CANCELLED)) {
      return new Reply.NotNow(before.state());
    }
    int skipped = Items.skipRest(tx, id);
    ReplayTable.book(tx, before, new Tally(0, 0, skipped, 0), before.paidUntil(), 0);
    boolean unused = ReplayTable.move(tx, before, ReplayState.CANCELLED, BY_HAND, null);
    return now(tx, id);
  }

  /** One of them. */
  public Optional<Replay> find(Tx tx, ReplayId id) {
    return ReplayTable.find(tx, id);
  }

  /** Newest first, at most {@code limit}. */
  public List<Replay> list(Tx tx, @Nullable ReplayId after, int limit) {
    return ReplayTable.list(tx, after, limit);
  }

  private static Reply move(Tx tx, ReplayId id, ReplayState to, String why) {
    Replay before = ReplayTable.lock(tx, id).orElse(null);
    if (before == null) {
      return new Reply.Unknown();
    }
    if (!before.state().mayBecome(to)) {
      return new Reply.NotNow(before.state());
    }
    boolean unused = ReplayTable.move(tx, before, to, why, null);
    return now(tx, id);
  }

  private static Reply now(Tx tx, ReplayId id) {
    return new Reply.Done(ReplayTable.find(tx, id).orElseThrow());
  }

  private static void lock(Tx tx, String text) {
    Object unused = Query.list(tx, "locking a wish", LOCK, row -> true, "replay " + text);
  }

  private static String digest(Wish wish) {
    String text =
        JSON.writeValueAsString(List.of(wish.filter().parts(), wish.reason()))
            + wish.conduct()
            + wish.dryRun()
            + wish.approval();
    try {
      byte[] sha =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(sha);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
