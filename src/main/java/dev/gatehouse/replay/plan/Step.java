package dev.gatehouse.replay.plan;

/** What a replay that runs does next. */
public sealed interface Step {
  /** Starts more, within its pace. */
  record GoOn() implements Step {}

  /** The stage is done and good enough: the next one begins. */
  record NextStage() implements Step {}

  /** Starts nothing more until somebody resumes it. */
  record Stop(String reason) implements Step {}

  /** Every item has its result. */
  record Finish() implements Step {}

  /** More failed than is tolerated. */
  String FAILURE_RATIO = "failure_ratio";

  /** A stage is done, and somebody wants to look. */
  String STAGE_DONE = "stage_done";

  /** So many results make a share that means something; a stage at its end counts in any case. */
  int ENOUGH = 10;

  /**
   * Decides.
   *
   * @param counts of the whole replay
   * @param judged of those tried, what is judged: since the start, or since somebody resumed it
   * @param stopAt the share of failures that is still tolerated
   * @param hold whether somebody looks after each stage
   * @param stageDone no item up to the end of the stage is left
   * @param lastStage no stage follows
   */
  static Step next(
      Counts counts,
      Judged judged,
      double stopAt,
      boolean hold,
      boolean stageDone,
      boolean lastStage) {
    boolean telling = judged.tried() >= ENOUGH || stageDone;
    boolean tooMany = judged.failureRatio() > stopAt;
    if (counts.left() == 0) {
      return new Finish();
    }
    if (telling && tooMany) {
      return new Stop(FAILURE_RATIO);
    }
    if (!stageDone || lastStage) {
      return new GoOn();
    }
    return hold ? new Stop(STAGE_DONE) : new NextStage();
  }
}
