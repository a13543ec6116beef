package dev.gatehouse.replay;

import dev.gatehouse.replay.plan.Counts;
import dev.gatehouse.replay.plan.Judged;
import dev.gatehouse.replay.plan.ReplayState;
import dev.gatehouse.replay.plan.Subject;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A replay as it stands.
 *
 * @param filter JSON, as it was understood
 * @param stage counted from 1
 * @param stageEnds position of the last item of each stage
 * @param underWay given back and not at their end; part of what is left
 * @param forgiven what had come to an end when somebody last resumed it
 * @param forecastUpTo position up to which items have a forecast
 * @param paidUntil see {@link dev.gatehouse.replay.plan.Pace}
 */
public record Replay(
    ReplayId id,
    ReplayState state,
    Subject subject,
    boolean dryRun,
    boolean needsApproval,
    String filter,
    String reason,
    String digest,
    String requestedBy,
    @Nullable String approvedBy,
    int stage,
    List<Integer> stageEnds,
    boolean holdBetweenStages,
    double stopAtFailureRatio,
    int perSecond,
    int atOnce,
    Counts counts,
    int underWay,
    Judged forgiven,
    @Nullable String stopReason,
    int forecastUpTo,
    Instant paidUntil,
    Instant createdAt,
    @Nullable Instant startedAt,
    @Nullable Instant finishedAt) {

  public Replay {
    stageEnds = List.copyOf(stageEnds);
  }

  /** The position of the last item that may be started in this stage. */
  public int stageEnd() {
    return stageEnds.get(Math.min(stage, stageEnds.size()) - 1);
  }

  boolean inLastStage() {
    return stage >= stageEnds.size();
  }
}
