package dev.gatehouse.replay.plan;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How carefully a replay is run.
 *
 * @param canary the first stage; null: none of its own
 * @param stages further stages, each a share of all items counted from the first one
 * @param holdBetweenStages after each stage it stops until somebody resumes it
 * @param stopAtFailureRatio it stops when a greater share of those tried has failed
 * @param perSecond starts at most
 * @param atOnce under way at most
 */
public record Conduct(
    @Nullable Share canary,
    List<Share> stages,
    boolean holdBetweenStages,
    double stopAtFailureRatio,
    int perSecond,
    int atOnce) {
  /** Half of them failing means that something else is wrong. */
  public static final double DEFAULT_RATIO = 0.5;

  /** Slow enough to be stopped in time by a person who watches. */
  public static final int DEFAULT_PER_SECOND = 50;

  public static final int DEFAULT_AT_ONCE = 100;

  /** The bounds of both paces. */
  public static final int MOST = 1000;

  public Conduct {
    stages = List.copyOf(stages);
    if (stopAtFailureRatio < 0
        || stopAtFailureRatio > 1
        || perSecond < 1
        || perSecond > MOST
        || atOnce < 1
        || atOnce > MOST) {
      throw new IllegalArgumentException("a ratio is 0 to 1, a pace 1 to " + MOST);
    }
  }

  /** Where nothing is said. */
  public static final Conduct DEFAULT =
      new Conduct(null, List.of(), false, DEFAULT_RATIO, DEFAULT_PER_SECOND, DEFAULT_AT_ONCE);

  /**
   * The position of the last item of each stage, counted from 1 and rising; the last one is {@code
   * selected}. Stages that would add nothing are left out.
   */
  public List<Integer> stageEnds(int selected) {
    List<Share> shares = new ArrayList<>();
    if (canary != null) {
      shares.add(canary);
    }
    shares.addAll(stages);
    List<Integer> ends = new ArrayList<>();
    int before = 0;
    for (Share share : shares) {
      int end = share.of(selected);
      if (end > before && end < selected) {
        ends.add(end);
      }
      before = Math.max(before, end);
    }
    ends.add(selected);
    return List.copyOf(ends);
  }
}
