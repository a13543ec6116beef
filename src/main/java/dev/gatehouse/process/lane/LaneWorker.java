package dev.gatehouse.process.lane;

import dev.gatehouse.db.Database;
import dev.gatehouse.db.DatabaseException;
import dev.gatehouse.db.Pool;
import dev.gatehouse.db.Tx;
import dev.gatehouse.event.ErrorCode;
import dev.gatehouse.event.EventId;
import dev.gatehouse.event.InboundEvent;
import dev.gatehouse.process.outbox.OutboxListener;
import dev.gatehouse.process.outbox.Outgoing;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Works lanes: several in one transaction while all goes well, one by one when something fails, one
 * event at a time after an unclean takeover. Has no state of its own; a lane that is given to it is
 * the caller's for that time.
 */
final class LaneWorker {
  private static final Logger LOG = LoggerFactory.getLogger(LaneWorker.class);

  private static final Comparator<InboundEvent> BY_ID = Comparator.comparing(InboundEvent::id);

  /** Events read ahead in careful mode. */
  private static final int CAREFUL_PAGE = 64;

  private final Database database;
  private final LaneSettings limits;
  private final Supplier<ProcessSettings> settings;
  private final Pending pending;
  private final Gather gather;
  private final Batch batch;
  private final LaneTable table;
  private final OutboxListener outbox;
  private final LaneListener listener;
  private final Consumer<OwnedLane> lost;
  private final Isolation isolation;

  /**
   * @param lost told about a lane that turned out to be another node's
   */
  LaneWorker(
      Database database,
      LaneSettings limits,
      Supplier<ProcessSettings> settings,
      Pending pending,
      Gather gather,
      Batch batch,
      LaneTable table,
      OutboxListener outbox,
      LaneListener listener,
      Consumer<OwnedLane> lost) {
    this.database = database;
    this.limits = limits;
    this.settings = settings;
    this.pending = pending;
    this.gather = gather;
    this.batch = batch;
    this.table = table;
    this.outbox = outbox;
    this.listener = listener;
    this.lost = lost;
    this.isolation = new Isolation(this::write, limits.tries(), listener);
  }

  /**
   * Works what these lanes have, once.
   *
   * @throws DatabaseException when the database is away or refuses whatever is asked; what was in
   *     hand is found again by the sweep
   */
  void runOnce(List<OwnedLane> lanes) {
    List<OwnedLane> together = new ArrayList<>();
    for (OwnedLane lane : lanes) {
      if (lane.stopping()) {
        continue;
      }
      if (lane.progress().careful()) {
        carefully(lane);
      } else {
        together.add(lane);
      }
    }
    if (!together.isEmpty()) {
      together(together);
    }
  }

  private void together(List<OwnedLane> lanes) {
    List<Haul> hauls = new ArrayList<>();
    try {
      long start = System.nanoTime();
      Instant[] began = new Instant[1];
      Batch.@Nullable Written written =
          this.<Batch.@Nullable Written>inTransaction(
              tx -> {
                ProcessSettings now = settings.get();
                int room = limits.batchEvents();
                for (OwnedLane lane : lanes) {
                  Haul haul = gather.of(tx, lane, now, Math.max(0, room));
                  hauls.add(haul);
                  room -= haul.tasks.size();
                }
                LaneTable.Moment moment = table.moment(tx, limits.foundByAll());
                began[0] = moment.now();
                if (hauls.stream().allMatch(haul -> haul.tasks.isEmpty())) {
                  return null;
                }
                gather.complete(tx, hauls, moment.others());
                return batch.write(tx, hauls, now, moment.now(), true);
              });
      for (Haul haul : hauls) {
        settled(haul, began[0]);
      }
      if (written != null) {
        committed(hauls, written, Duration.ofNanos(System.nanoTime() - start));
      }
    } catch (RuntimeException | StackOverflowError e) {
      // What was taken out of the queues is in hauls only: the sweep brings back what stays undone.
      lanes.forEach(lane -> lane.progress().sweep());
      failed(hauls, e);
    }
  }

  private void failed(List<Haul> hauls, Throwable failure) {
    if (failure instanceof Batch.Fenced fenced) {
      lose(hauls, fenced);
      return;
    }
    if (isAway(failure) || hauls.stream().allMatch(haul -> haul.tasks.isEmpty())) {
      throw Isolation.unchecked(failure);
    }
    for (Haul haul : hauls) {
      if (!haul.lane.stopping() && !haul.tasks.isEmpty()) {
        alone(haul.lane, haul.tasks);
      }
    }
  }

  private void alone(OwnedLane lane, List<Task> tasks) {
    try {
      isolation.work(lane, tasks);
    } catch (Batch.Fenced fenced) {
      lose(List.of(new Haul(lane)), fenced);
    }
  }

  /** One event at a time, each behind a marker that outlives the process. */
  private void carefully(OwnedLane lane) {
    Progress progress = lane.progress();
    int most = Math.min(CAREFUL_PAGE, progress.carefulLeft());
    Haul haul = new Haul(lane);
    Pending.Page page = inTransaction(tx -> carefulPage(tx, haul, most));
    for (InboundEvent event : haul.tasks.stream().map(Task::event).sorted(BY_ID).toList()) {
      if (lane.stopping()) {
        return;
      }
      int claims = progress.claims(event.id());
      if (!marked(lane, event, claims)) {
        return;
      }
      Task task = Task.fresh(event);
      if (claims > limits.crashes()) {
        LOG.error(
            "lane {}: event {} was in hand {} times when its process died; POISON",
            lane.lane().number(),
            event.id(),
            claims - 1);
        task = task.poisoned("in hand " + (claims - 1) + " times when its process died");
      }
      alone(lane, List.of(task));
      progress.carefullyDone(event.id());
      progress.worked(List.of(event));
    }
    EventId last = page.last();
    if (page.full() && last != null && progress.careful()) {
      progress.carefullyPast(last);
    } else {
      progress.carefulEnds();
      marked(lane, null, 0);
    }
  }

  private Pending.Page carefulPage(Tx tx, Haul haul, int most) {
    Progress progress = haul.lane.progress();
    Pending.Page page = pending.page(tx, haul.lane.lane(), progress.from(), most, true);
    page.events().forEach(event -> haul.tasks.add(Task.fresh(event)));
    gather.complete(tx, haul, page);
    return page;
  }

  /** False when the lane is lost. */
  private boolean marked(OwnedLane lane, @Nullable InboundEvent event, int claims) {
    boolean ours =
        inTransaction(
            tx -> {
              quickly(tx);
              return table.mark(tx, lane, event == null ? null : event.id(), claims);
            });
    if (!ours) {
      lost.accept(lane);
    }
    return ours;
  }

  /** A marker has to outlive this process, not the database's machine: no waiting for the disk. */
  private static void quickly(Tx tx) {
    try (Statement statement = tx.connection().createStatement()) {
      statement.execute("set local synchronous_commit = off");
    } catch (SQLException e) {
      throw DatabaseException.of("setting up a marker", e);
    }
  }

  /** One transaction over events of one lane. */
  private void write(OwnedLane lane, List<Task> tasks, boolean followers) {
    long start = System.nanoTime();
    List<Haul> haul = List.of(Haul.of(lane, tasks));
    Batch.Written written =
        inTransaction(tx -> batch.write(tx, haul, settings.get(), now(tx), followers));
    committed(haul, written, Duration.ofNanos(System.nanoTime() - start));
  }

  private Instant now(Tx tx) {
    return table.moment(tx, limits.foundByAll()).now();
  }

  private void settled(Haul haul, Instant now) {
    Progress progress = haul.lane.progress();
    Pending.Page page = haul.page;
    if (page != null) {
      progress.done(page, now);
    }
    progress.worked(haul.found);
    int found = haul.found.size() + (page == null ? 0 : page.events().size());
    if (found > 0) {
      listener.swept(haul.lane.lane(), found);
    }
  }

  private void committed(List<Haul> hauls, Batch.Written written, Duration took) {
    Decided decided = written.decided();
    for (Haul haul : hauls) {
      haul.lane.progress().next(written.next());
      if (!decided.releases.isEmpty()) {
        haul.lane.askDue();
      }
    }
    tell(written.deliveries());
    decided.outcomes.stream()
        .filter(outcome -> ErrorCode.POISON.name().equals(outcome.reason()))
        .forEach(outcome -> listener.poisoned(outcome.lane()));
    listener.committed(
        hauls.size(),
        decided.outcomes.size(),
        decided.parked.size(),
        decided.deadLetters.size(),
        took);
  }

  private void tell(List<Outgoing> deliveries) {
    if (deliveries.isEmpty()) {
      return;
    }
    try {
      outbox.written(deliveries);
    } catch (RuntimeException e) {
      LOG.warn("a listener to the outbox failed; its sweep has to find the deliveries", e);
    }
  }

  private void lose(List<Haul> hauls, Batch.Fenced fenced) {
    for (Haul haul : hauls) {
      if (fenced.lanes().contains(haul.lane.lane())) {
        lost.accept(haul.lane);
      }
    }
  }

  private <T extends @Nullable Object> T inTransaction(java.util.function.Function<Tx, T> work) {
    return database.transaction(Pool.WORK, work);
  }

  static boolean isAway(Throwable failure) {
    return failure instanceof DatabaseException database && database.isUnavailable();
  }
}
