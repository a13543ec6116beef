package dev.gatehouse.receive.journal;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/** Gives out receipts, a batch at a time, on the thread of whoever has to answer for them. */
final class Answers {
  private volatile Executor executor = Runnable::run;

  void on(Executor other) {
    executor = other;
  }

  void give(List<BatchWrite.Written> written) {
    Runnable all = () -> written.forEach(each -> each.waiting().answer().complete(each.receipt()));
    try {
      executor.execute(all);
    } catch (RejectedExecutionException e) {
      // The port has closed before the journal, so nobody listens any more; the promise is kept.
      all.run();
    }
  }
}
