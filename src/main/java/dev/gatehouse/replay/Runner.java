package dev.gatehouse.replay;

import dev.gatehouse.db.Database;
import dev.gatehouse.db.Pool;
import dev.gatehouse.db.Tx;
import dev.gatehouse.replay.plan.Counts;
import dev.gatehouse.replay.plan.ItemState;
import dev.gatehouse.replay.plan.Pace;
import dev.gatehouse.replay.plan.ReplayState;
import dev.gatehouse.replay.plan.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Looks after replays, one short step at a time: counts what came to its end, decides whether to go
 * on, gives back a little more. Everything of a step is one transaction.
 */
public final class Runner {
  /** A transaction gives back no more, so that it stays short. */
  private static final int MOST_IN_A_STEP = 200;

  private static final long SOON_MILLIS = 50;
  private static final long LATER_MILLIS = 400;

  // A circuit that is open lets one through when its time has come, and only what is there can be
  // the one; a destination that a person has paused gets nothing.
  private static final String SICK =
      "select destination, state from circuit where state <> 'closed'";

  private final Database database;
  private final Giving giving;
  private final Forecaster forecaster;
  private final Runnable wake;

  Runner(Database database, Giving giving, Forecaster forecaster, Runnable wake) {
    this.database = database;
    this.giving = giving;
    this.forecaster = forecaster;
    this.wake = wake;
  }

  /** Takes one step of one replay; false when none wants one that others have not in hand. */
  public boolean runOnce() {
    Done done = database.transaction(Pool.ADMIN, this::step);
    if (done == Done.GAVE_BACK) {
      wake.run();
    }
    return done != Done.NOTHING;
  }

  private enum Done {
    NOTHING,
    LOOKED,
    GAVE_BACK
  }

  private Done step(Tx tx) {
    Replay replay = ReplayTable.nextDue(tx).orElse(null);
    if (replay == null) {
      return Done.NOTHING;
    }
    if (replay.state() == ReplayState.PLANNED) {
      forecaster.step(tx, replay);
      return Done.LOOKED;
    }
    Tally tally = end(tx, replay, Results.of(tx, replay), true);
    Counts counts = tally.after(replay.counts());
    boolean stageDone = !Items.anyLeft(tx, replay.id(), replay.stageEnd());
    Step step =
        Step.next(
            counts,
            counts.since(replay.forgiven()),
            replay.stopAtFailureRatio(),
            replay.holdBetweenStages(),
            stageDone,
            replay.inLastStage());
    if (replay.state() == ReplayState.RUNNING && step instanceof Step.GoOn) {
      return goOn(tx, replay, tally);
    }
    book(tx, replay, tally, replay.paidUntil());
    move(tx, replay, step);
    return Done.LOOKED;
  }

  private static void move(Tx tx, Replay replay, Step step) {
    boolean running = replay.state() == ReplayState.RUNNING;
    switch (step) {
      case Step.GoOn goOn -> {}
      case Step.NextStage next -> {
        if (running) {
          ReplayTable.nextStage(tx, replay);
        }
      }
      case Step.Stop stop -> {
        if (running) {
          boolean unused = ReplayTable.move(tx, replay, ReplayState.STOPPED, stop.reason(), null);
        }
      }
      case Step.Finish finish -> {
        if (replay.state().mayBecome(ReplayState.FINISHED)) {
          boolean unused = ReplayTable.move(tx, replay, ReplayState.FINISHED, null, null);
        }
      }
    }
  }

  private Done goOn(Tx tx, Replay replay, Tally ended) {
    Instant now = ReplayTable.now(tx);
    List<Item> chosen = choose(tx, replay, room(replay, ended, now));
    Giving.Given given = giving.give(tx, replay, chosen);
    Items.start(tx, replay.id(), given.started());
    Tally tally =
        ended
            .plus(end(tx, replay, given.ended(), false))
            .plus(new Tally(0, 0, 0, given.started().size()));
    book(
        tx,
        replay,
        tally,
        Pace.paid(replay.paidUntil(), now, given.started().size(), replay.perSecond()));
    return given.started().isEmpty() ? Done.LOOKED : Done.GAVE_BACK;
  }

  private static int room(Replay replay, Tally ended, Instant now) {
    int places = replay.atOnce() - replay.underWay() - ended.underWay();
    int paid = Pace.allowed(replay.paidUntil(), now, replay.perSecond());
    return Math.min(Math.min(places, paid), MOST_IN_A_STEP);
  }

  private static List<Item> choose(Tx tx, Replay replay, int room) {
    if (room <= 0) {
      return List.of();
    }
    Set<String> closed = new HashSet<>();
    List<String> probing = new ArrayList<>();
    Query.list(
            tx,
            "reading circuits",
            SICK,
            row -> List.of(row.getString("destination"), row.getString("state")))
        .forEach(
            each -> {
              closed.add(each.getFirst());
              if (!each.getLast().equals("paused")) {
                probing.add(each.getFirst());
              }
            });
    List<Item> chosen =
        new ArrayList<>(Items.waiting(tx, replay.id(), replay.stageEnd(), closed, room));
    if (!probing.isEmpty()) {
      probing.removeAll(Items.destinationsUnderWay(tx, replay.id()));
      for (String destination : probing) {
        chosen.addAll(Items.waitingFor(tx, replay.id(), replay.stageEnd(), destination));
      }
    }
    return chosen;
  }

  /**
   * @param wereUnderWay whether they were given back before
   */
  private static Tally end(Tx tx, Replay replay, List<Ending> endings, boolean wereUnderWay) {
    int followers = Items.end(tx, replay.id(), endings);
    int succeeded = count(endings, ItemState.SUCCEEDED);
    int failed = count(endings, ItemState.FAILED);
    int skipped = count(endings, ItemState.SKIPPED);
    return new Tally(succeeded, failed, skipped + followers, wereUnderWay ? -endings.size() : 0);
  }

  private static int count(List<Ending> endings, ItemState state) {
    return (int) endings.stream().filter(each -> each.state() == state).count();
  }

  private static void book(Tx tx, Replay replay, Tally tally, Instant paidUntil) {
    boolean busy = tally.ended() > 0 || tally.underWay() != 0;
    ReplayTable.book(tx, replay, tally, paidUntil, busy ? SOON_MILLIS : LATER_MILLIS);
  }
}
