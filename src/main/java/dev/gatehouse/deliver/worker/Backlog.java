package dev.gatehouse.deliver.worker;

import dev.gatehouse.event.Lane;
import dev.gatehouse.process.outbox.DeliveryId;
import dev.gatehouse.process.outbox.Outgoing;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What one destination has in memory: first attempts and retries in queues of their own, and from
 * where the first attempts come.
 *
 * <p>In step, deliveries are handed over right after their commit. When they come faster than they
 * leave, what does not fit is dropped and the database is read instead, from the oldest open one
 * on. On the way back both sources flow for a moment; handed-over ones then stand aside until a
 * reading that began later has come to its end, so that none overtakes one that had been dropped.
 *
 * <p>Not safe for threads by itself: guarded by the lock of its line.
 */
final class Backlog {
  /** Where first attempts come from. */
  enum Mode {
    /** Only from the database: something has been dropped, or is not known yet. */
    READING,
    /** From the database; what is handed over meanwhile stands aside. */
    CATCHING_UP,
    /** Handed over. */
    IN_STEP
  }

  static final int MAX_DELIVERIES = 8192;
  static final long MAX_BYTES = 16L << 20;
  private static final int REMEMBERED = 4096;

  private final ArrayDeque<Work> first = new ArrayDeque<>();
  private final ArrayDeque<Work> retries = new ArrayDeque<>();
  private final ArrayDeque<Outgoing> aside = new ArrayDeque<>();

  /**
   * Everything queued, waiting its turn, under way, or sent and not yet committed, with its size:
   * what the bounds count.
   */
  private final Map<DeliveryId, Integer> known = new HashMap<>();

  /**
   * Lately committed: a reading that began before the commit still shows them as open, and one that
   * was read may be handed over afterwards. The oldest are let go, but none during a reading.
   */
  private final LinkedHashSet<DeliveryId> done = new LinkedHashSet<>();

  private Mode mode = Mode.READING;
  private boolean reading;

  /** The reading under way began before something was dropped: its page may skip that. */
  private boolean outdated;

  private @Nullable Outgoing cursor;
  private int maxDeliveries = MAX_DELIVERIES;
  private long bytes;
  private long asideBytes;

  /** Takes what was just written. */
  void handOver(List<Outgoing> deliveries) {
    for (Outgoing each : deliveries) {
      switch (mode) {
        case READING -> {
          return;
        }
        case CATCHING_UP -> {
          if (aside.size() >= maxDeliveries || bytes + asideBytes >= MAX_BYTES) {
            readAgain();
          } else {
            aside.add(each);
            asideBytes += each.event().body().length();
          }
        }
        case IN_STEP -> {
          if (isFull()) {
            readAgain();
          } else {
            add(each);
          }
        }
      }
    }
  }

  /** From here on reads the database, from its oldest open delivery. */
  void readAgain() {
    mode = Mode.READING;
    outdated = reading;
    aside.clear();
    asideBytes = 0;
    cursor = null;
  }

  /** Whether the database has to be read, and there is room for what it holds. */
  boolean wantsReading() {
    return mode != Mode.IN_STEP && !reading && first.size() <= maxDeliveries / 2 && !isFull();
  }

  /** Begins a reading even when in step, in case something was never handed over. */
  void lookAgain() {
    if (mode == Mode.IN_STEP) {
      mode = Mode.CATCHING_UP;
      cursor = null;
    }
  }

  /** Marks a reading as under way; the page is to begin after the answer (null: at the oldest). */
  @Nullable Outgoing beginReading() {
    reading = true;
    return cursor;
  }

  /** Ends it without a page: the database did not answer. */
  void readingFailed() {
    settle();
  }

  /**
   * Takes a page.
   *
   * <p>It is thrown away when something was dropped since the reading began. Its page may lack what
   * was dropped, and later ones would overtake.
   *
   * @param last whether nothing was open after it
   */
  void endReading(List<Outgoing> page, boolean last) {
    if (!outdated) {
      take(page, last);
    }
    settle();
  }

  private void take(List<Outgoing> page, boolean last) {
    for (Outgoing each : page) {
      // Beyond the bound by at most a page: its length was chosen for the room there was.
      add(each);
    }
    if (!page.isEmpty()) {
      cursor = page.getLast();
    }
    if (last) {
      cursor = null;
      if (mode == Mode.READING) {
        mode = Mode.CATCHING_UP;
      } else {
        mode = Mode.IN_STEP;
        List<Outgoing> handed = new ArrayList<>(aside);
        aside.clear();
        asideBytes = 0;
        handOver(handed);
      }
    }
  }

  /** Takes one that is due again; false when it is here already. */
  boolean addRetry(Work work) {
    return know(work) && retries.add(work);
  }

  /** One that has its turn now goes before all others. */
  void addNext(Work work) {
    first.addFirst(work);
  }

  @Nullable Work pollFirst() {
    return first.poll();
  }

  @Nullable Work pollRetry() {
    return retries.poll();
  }

  boolean hasFirst() {
    return !first.isEmpty();
  }

  int retries() {
    return retries.size();
  }

  int queued() {
    return first.size() + retries.size();
  }

  /** It is through, and written down. */
  void finish(DeliveryId id) {
    drop(id);
    done.add(id);
    letGo();
  }

  /** It is not kept here any more, although it is not through: it is found again. */
  void drop(DeliveryId id) {
    Integer size = known.remove(id);
    if (size != null) {
      bytes -= size;
    }
  }

  /** Drops what lies in lanes that are no longer ours, and returns it. */
  List<Work> keep(Predicate<Lane> ours) {
    List<Work> dropped = new ArrayList<>();
    for (ArrayDeque<Work> queue : List.of(first, retries)) {
      queue.stream().filter(work -> !ours.test(work.delivery().lane())).forEach(dropped::add);
    }
    first.removeAll(Set.copyOf(dropped));
    retries.removeAll(Set.copyOf(dropped));
    dropped.forEach(work -> drop(work.id()));
    aside.removeIf(each -> !ours.test(each.lane()));
    return dropped;
  }

  /**
   * Bounds how much is kept: little while nothing is sent, so that sick destinations do not hold
   * the memory of all. What is too much is dropped, to be read again later, and returned.
   */
  List<Work> limit(int most) {
    maxDeliveries = most;
    List<Work> dropped = new ArrayList<>();
    while (first.size() > most) {
      Work last = first.removeLast();
      dropped.add(last);
      drop(last.id());
    }
    if (!dropped.isEmpty()) {
      readAgain();
    }
    return dropped;
  }

  /** Everything that is queued as due again, taken out. */
  List<Work> drainRetries() {
    List<Work> all = List.copyOf(retries);
    retries.clear();
    all.forEach(work -> drop(work.id()));
    return all;
  }

  private void add(Outgoing delivery) {
    Work work = Work.first(delivery);
    if (!done.contains(delivery.id()) && know(work)) {
      first.add(work);
    }
  }

  private boolean know(Work work) {
    if (known.putIfAbsent(work.id(), work.bytes()) != null) {
      return false;
    }
    bytes += work.bytes();
    return true;
  }

  private boolean isFull() {
    return known.size() >= maxDeliveries || bytes >= MAX_BYTES;
  }

  private void settle() {
    reading = false;
    outdated = false;
    letGo();
  }

  private void letGo() {
    while (!reading && done.size() > REMEMBERED) {
      done.removeFirst();
    }
  }
}
