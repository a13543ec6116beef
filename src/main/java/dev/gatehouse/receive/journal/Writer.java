package dev.gatehouse.receive.journal;

import dev.gatehouse.db.DatabaseException;
import dev.gatehouse.event.InboundEvent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One thread that takes what has gathered, writes it and says so. Ends only when the journal stops.
 */
final class Writer implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(Writer.class);
  private static final int CONTENDED_TRIES = 5;

  private final WaitingQueue queue;
  private final JournalSettings settings;
  private final BatchWrite batchWrite;
  private final Availability availability;
  private final Answers answers;
  private final List<JournalListener> listeners;

  /** What is being written; the journal's clock answers those that wait too long. */
  private volatile List<Waiting> current = List.of();

  Writer(
      WaitingQueue queue,
      JournalSettings settings,
      BatchWrite batchWrite,
      Availability availability,
      Answers answers,
      List<JournalListener> listeners) {
    this.queue = queue;
    this.settings = settings;
    this.batchWrite = batchWrite;
    this.availability = availability;
    this.answers = answers;
    this.listeners = listeners;
  }

  @Override
  public void run() {
    while (!queue.isFinished()) {
      try {
        runOnce();
      } catch (InterruptedException e) {
        // Asked to stop at once: whoever still waits is answered by the journal.
        Thread.currentThread().interrupt();
        return;
      } catch (RuntimeException | Error e) {
        LOG.error("a journal writer met a bug and goes on", e);
      }
    }
  }

  /** Takes one batch and sees it through; comes back after a moment when there is none. */
  void runOnce() throws InterruptedException {
    if (!availability.isUp()) {
      availability.probe();
    }
    List<Waiting> batch = queue.take(settings.maxBatchRows(), settings.maxBatchBytes(), 250);
    if (batch.isEmpty()) {
      return;
    }
    current = batch;
    boolean seenThrough = false;
    try {
      List<Waiting> checked = new ArrayList<>(batch.size());
      batch.forEach(waiting -> checked.add(waiting.as(StorableText.checked(waiting.event()))));
      write(checked, false, false);
      seenThrough = true;
    } finally {
      current = List.of();
      queue.written();
      if (!seenThrough) {
        // Whatever went wrong, nobody waits for ever.
        refuse(batch, "not written");
      }
    }
  }

  /** Those in hand that were offered before {@code since}, a {@link System#nanoTime}. */
  List<Waiting> inHandSince(long since) {
    return current.stream().filter(waiting -> waiting.since() - since < 0).toList();
  }

  /**
   * @param bare the texts have been taken off already
   * @param triedBefore these may have been committed on a connection that broke
   */
  private void write(List<Waiting> batch, boolean bare, boolean triedBefore)
      throws InterruptedException {
    boolean again = triedBefore;
    int contended = 0;
    for (int tries = 1; ; tries++) {
      try {
        List<BatchWrite.Written> written = batchWrite.write(batch, again);
        availability.up();
        tell(written);
        return;
      } catch (DatabaseException e) {
        if (e.isContended() && ++contended < CONTENDED_TRIES) {
          Thread.sleep(ThreadLocalRandom.current().nextInt(5, 50));
        } else if (e.isUnavailable() || e.isContended()) {
          boolean givenUp = batch.stream().allMatch(waiting -> waiting.answer().isDone());
          // One broken connection is no outage; a second failure, or a long one, is.
          if (tries > 1 || givenUp) {
            availability.down("SQL state " + e.sqlState());
          }
          if (givenUp) {
            return;
          }
          Thread.sleep(Math.min(250, 25L * tries));
        } else {
          divide(batch, bare, again, e);
          return;
        }
        again = true;
      }
    }
  }

  /** The database refuses something in this batch: finds it, so that the others are stored. */
  private void divide(List<Waiting> batch, boolean bare, boolean again, DatabaseException refusal)
      throws InterruptedException {
    if (!isAboutRows(refusal)) {
      availability.down("SQL state " + refusal.sqlState());
      LOG.error("the journal cannot write: SQL state {}", refusal.sqlState());
      refuse(batch, refusal.sqlState());
    } else if (border(batch) > 0) {
      int border = border(batch);
      write(batch.subList(0, border), bare, again);
      write(batch.subList(border, batch.size()), bare, again);
    } else if (!bare) {
      Waiting first = batch.getFirst();
      LOG.warn("{} is stored without its texts: SQL state {}", first.event(), refusal.sqlState());
      write(batch.stream().map(Waiting::bare).toList(), true, again);
    } else {
      LOG.error("{} cannot be stored: SQL state {}", batch.getFirst().event(), refusal.sqlState());
      refuse(batch, refusal.sqlState());
    }
  }

  /** The place nearest to the middle where it may be cut; 0 when all of it came together. */
  private static int border(List<Waiting> batch) {
    int middle = batch.size() / 2;
    for (int away = 0; away <= middle; away++) {
      for (int place : new int[] {middle - away, middle + away}) {
        if (place > 0 && place < batch.size() && !batch.get(place).isWith(batch.get(place - 1))) {
          return place;
        }
      }
    }
    return 0;
  }

  /** Data exceptions, constraints and sizes; anything else is about the database as a whole. */
  private static boolean isAboutRows(DatabaseException e) {
    String state = e.sqlState();
    return state.startsWith("22") || state.startsWith("23") || state.startsWith("54");
  }

  /**
   * Lanes hear first: a sender who has the answer may send the next event of the same entity at
   * once, and another writer must not hand that one over before this one.
   */
  private void tell(List<BatchWrite.Written> written) {
    handOver(written);
    answers.give(written);
  }

  private void handOver(List<BatchWrite.Written> written) {
    List<InboundEvent> fresh = new ArrayList<>(written.size());
    for (BatchWrite.Written each : written) {
      if (each.receipt() instanceof Receipt.Stored) {
        fresh.add(each.waiting().event());
      }
    }
    if (fresh.isEmpty()) {
      return;
    }
    fresh.sort(Comparator.comparing(InboundEvent::id));
    List<InboundEvent> stored = List.copyOf(fresh);
    for (JournalListener listener : listeners) {
      try {
        listener.stored(stored);
      } catch (RuntimeException e) {
        LOG.error("a journal listener failed; the sweep finds what it missed", e);
      }
    }
  }

  private void refuse(List<Waiting> batch, String why) {
    for (Waiting waiting : batch) {
      if (!waiting.answer().isDone()) {
        waiting.answer().complete(new Receipt.Unavailable(why, settings.retryAfter()));
      }
    }
  }
}
