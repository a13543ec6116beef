package dev.gatehouse.receive.journal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** First in, first out, bounded by count and by bytes. Never blocks whoever puts something in. */
final class WaitingQueue {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition filled = lock.newCondition();
  private final int maxCount;
  private final long maxBytes;

  /** Guarded by lock, as is all below. */
  private final ArrayDeque<Waiting> queue = new ArrayDeque<>();

  private long bytes;
  private int idle;
  private boolean closed;

  WaitingQueue(int maxCount, long maxBytes) {
    this.maxCount = maxCount;
    this.maxBytes = maxBytes;
  }

  /** False when it is full or closed. */
  boolean put(Waiting waiting) {
    lock.lock();
    try {
      int weight = waiting.weight();
      if (closed || queue.size() >= maxCount || (bytes + weight > maxBytes && !queue.isEmpty())) {
        return false;
      }
      queue.addLast(waiting);
      bytes += weight;
      if (idle > 0) {
        filled.signal();
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /**
   * What has gathered, oldest first; waits up to {@code patience} for the first one. Empty when
   * nothing came.
   */
  List<Waiting> take(int maxRows, long maxBatchBytes, long patienceMillis)
      throws InterruptedException {
    lock.lock();
    try {
      long left = TimeUnit.MILLISECONDS.toNanos(patienceMillis);
      while (queue.isEmpty() && !closed && left > 0) {
        idle++;
        try {
          left = filled.awaitNanos(left);
        } finally {
          idle--;
        }
      }
      return drain(maxRows, maxBatchBytes);
    } finally {
      lock.unlock();
    }
  }

  /** Removes those that were offered before {@code since}, a {@link System#nanoTime}. */
  List<Waiting> removeOlderThan(long since) {
    List<Waiting> old = new ArrayList<>();
    lock.lock();
    try {
      while (!queue.isEmpty() && queue.peekFirst().since() - since < 0) {
        old.add(removeFirst());
      }
    } finally {
      lock.unlock();
    }
    return old;
  }

  /** Takes no more; what is in it can still be taken out. */
  void close() {
    lock.lock();
    try {
      closed = true;
      filled.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Closed and empty: nothing will ever come out again. */
  boolean isFinished() {
    lock.lock();
    try {
      return closed && queue.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  int size() {
    lock.lock();
    try {
      return queue.size();
    } finally {
      lock.unlock();
    }
  }

  private List<Waiting> drain(int maxRows, long maxBatchBytes) {
    List<Waiting> batch = new ArrayList<>(Math.min(queue.size(), maxRows));
    long batchBytes = 0;
    while (!queue.isEmpty() && batch.size() < maxRows) {
      int weight = queue.peekFirst().weight();
      if (!batch.isEmpty() && batchBytes + weight > maxBatchBytes) {
        break;
      }
      batchBytes += weight;
      batch.add(removeFirst());
    }
    return batch;
  }

  private Waiting removeFirst() {
    Waiting first = queue.removeFirst();
    bytes -= first.weight();
    return first;
  }
}
