package dev.gatehouse.receive.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class WaitingQueueTest {
  private static final long MANY_BYTES = 1 << 20;

  private final WaitingQueue queue = new WaitingQueue(1000, MANY_BYTES);

  @Test
  void whatIsTakenComesInOrderAndWithinTheBounds() throws Exception {
    List<Waiting> put = List.of(waiting("a"), waiting("b"), waiting("c"));
    put.forEach(queue::put);

    assertThat(queue.take(2, MANY_BYTES, 0)).containsExactly(put.get(0), put.get(1));
    queue.written();
    assertThat(queue.take(2, 1, 0)).as("one is taken, whatever it weighs").hasSize(1);
  }

  @Test
  void itIsFullByCountAndByBytes() {
    WaitingQueue two = new WaitingQueue(2, MANY_BYTES);
    WaitingQueue light = new WaitingQueue(1000, 600);

    assertThat(List.of(two.put(waiting("a")), two.put(waiting("b")), two.put(waiting("c"))))
        .containsExactly(true, true, false);
    assertThat(List.of(light.put(waiting("a")), light.put(waiting("b"))))
        .containsExactly(true, false);
  }

  @Test
  void aSecondWriterHelpsWhenAGoodBatchHasGathered() throws Exception {
    queue.put(waiting("first"));
    assertThat(queue.take(500, MANY_BYTES, 0)).hasSize(1);
    for (int i = 0; i < 300; i++) {
      queue.put(waiting("evt_" + i));
    }

    assertThat(queue.take(500, MANY_BYTES, 0)).hasSize(300);
  }

  @Test
  void aSecondWriterHelpsWhenSomebodyHasWaitedForLong() throws Exception {
    queue.put(waiting("first"));
    assertThat(queue.take(500, MANY_BYTES, 0)).hasSize(1);
    long began = System.nanoTime();
    queue.put(waiting("second"));

    assertThat(queue.take(500, MANY_BYTES, 0)).hasSize(1);
    assertThat(System.nanoTime() - began).isGreaterThan(WaitingQueue.HELP_AFTER_NANOS);
  }

  @Test
  void theNextBatchIsFreeOnceTheFirstIsWritten() throws Exception {
    queue.put(waiting("first"));
    assertThat(queue.take(500, MANY_BYTES, 0)).hasSize(1);
    queue.put(waiting("second"));
    queue.written();
    long began = System.nanoTime();

    assertThat(queue.take(500, MANY_BYTES, 1000)).hasSize(1);
    assertThat(System.nanoTime() - began).isLessThan(900_000_000);
  }

  @Test
  void aClosedQueueTakesNothingMoreAndGivesOutWhatItHas() throws Exception {
    queue.put(waiting("a"));
    queue.close();

    assertThat(queue.put(waiting("b"))).isFalse();
    assertThat(queue.isFinished()).isFalse();
    assertThat(queue.take(500, MANY_BYTES, 0)).hasSize(1);
    assertThat(queue.isFinished()).isTrue();
  }

  private static Waiting waiting(String eventId) {
    return new Waiting(Events.event(eventId, "{}"));
  }
}
