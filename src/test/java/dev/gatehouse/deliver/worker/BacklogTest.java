package dev.gatehouse.deliver.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.deliver.Samples;
import dev.gatehouse.event.DestinationName;
import dev.gatehouse.event.EntityRef;
import dev.gatehouse.process.outbox.DeliveryId;
import dev.gatehouse.process.outbox.Outgoing;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class BacklogTest {
  private static final DestinationName A = new DestinationName("a");

  private static Outgoing delivery(String key) {
    return Samples.delivery(Samples.event(key), A);
  }

  /** A table of deliveries as the outbox shows it, and one backlog over it. */
  private static final class World {
    final Random random;
    final Backlog backlog = new Backlog();
    final List<Outgoing> table = new ArrayList<>();
    final ArrayDeque<List<Outgoing>> handing = new ArrayDeque<>();
    final Set<DeliveryId> done = new HashSet<>();
    final List<Work> underWay = new ArrayList<>();
    final List<Outgoing> sent = new ArrayList<>();
    boolean reading;
    @Nullable Outgoing after;
    List<Outgoing> page = List.of();
    int limit;

    World(long seed) {
      random = new Random(seed);
    }

    void write(int most) {
      List<Outgoing> batch = new ArrayList<>();
      for (int i = random.nextInt(most); i >= 0; i--) {
        batch.add(delivery("k" + random.nextInt(5)));
      }
      table.addAll(batch);
      handing.add(batch);
    }

    void handOver() {
      List<Outgoing> batch = handing.poll();
      if (batch != null) {
        backlog.handOver(batch);
      }
    }

    void beginReading() {
      if (!reading && backlog.wantsReading()) {
        reading = true;
        after = backlog.beginReading();
        Outgoing from = after;
        limit = 1 + random.nextInt(8);
        page =
            table.stream()
                .filter(each -> from == null || each.at().isAfter(from.at()))
                .filter(each -> !done.contains(each.id()))
                .limit(limit)
                .toList();
      }
    }

    void endReading() {
      if (reading) {
        reading = false;
        if (random.nextInt(10) == 0) {
          backlog.readingFailed();
        } else {
          backlog.endReading(page, page.size() < limit);
        }
      }
    }

    void send() {
      Work work = backlog.pollFirst();
      if (work != null) {
        underWay.add(work);
        sent.add(work.delivery());
      }
    }

    void commit() {
      if (!underWay.isEmpty()) {
        Work work = underWay.remove(random.nextInt(underWay.size()));
        done.add(work.id());
        backlog.finish(work.id());
      }
    }

    void step() {
      switch (random.nextInt(14)) {
        case 0, 1 -> write(6);
        case 12, 13 -> handOver();
        case 2, 3 -> beginReading();
        case 4, 5 -> endReading();
        case 6, 7 -> send();
        case 8, 9 -> commit();
        case 10 -> backlog.lookAgain();
        default -> {
          if (random.nextInt(5) == 0) {
            backlog.readAgain();
          } else {
            List<Work> unused = backlog.limit(2 + random.nextInt(20));
          }
        }
      }
    }
  }

  /** However handing over and reading mix: each goes once, none is forgotten, none overtakes. */
  @RepeatedTest(100)
  void eachGoesOnceAndNoneOvertakesAnotherOfItsEntity() {
    long seed = System.nanoTime();
    World world = new World(seed);
    for (int i = 0; i < 2000; i++) {
      world.step();
    }
    List<Work> unused = world.backlog.limit(Backlog.MAX_DELIVERIES);
    world.backlog.lookAgain();
    for (int i = 0; i < world.table.size() * 6 && world.done.size() < world.table.size(); i++) {
      world.handOver();
      world.endReading();
      world.beginReading();
      world.endReading();
      world.send();
      world.commit();
    }
    assertThat(world.sent).as("seed %d", seed).doesNotHaveDuplicates();
    assertThat(world.sent).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(world.table);
    Map<EntityRef, Instant> last = new HashMap<>();
    for (Outgoing each : world.sent) {
      Instant before = last.put(each.entity(), each.at());
      assertThat(before == null || before.isBefore(each.at())).as("seed %d", seed).isTrue();
    }
  }

  @Test
  void whatIsCommittedDuringAReadingIsNotTakenFromItsPage() {
    Backlog backlog = inStep();
    Outgoing one = delivery("k");
    backlog.handOver(List.of(one));
    backlog.lookAgain();
    assertThat(backlog.beginReading()).isNull();
    assertThat(backlog.pollFirst()).isNotNull();
    backlog.finish(one.id());
    backlog.endReading(List.of(one), true);
    assertThat(backlog.hasFirst()).isFalse();
  }

  @Test
  void aRetryThatIsHereAlreadyIsNotTakenTwice() {
    Backlog backlog = inStep();
    Work work = new Work(delivery("k"), 0, 1, 1, null, null, true);
    assertThat(backlog.addRetry(work)).isTrue();
    assertThat(backlog.addRetry(work)).isFalse();
    assertThat(backlog.pollRetry()).isEqualTo(work);
    assertThat(backlog.addRetry(work)).isFalse();
    backlog.finish(work.id());
    assertThat(backlog.addRetry(work)).isTrue();
  }

  @Test
  void whatDoesNotFitIsReadLater() {
    Backlog backlog = inStep();
    List<Work> unused = backlog.limit(2);
    backlog.handOver(List.of(delivery("a"), delivery("b"), delivery("c")));
    assertThat(backlog.queued()).isEqualTo(2);
    assertThat(backlog.wantsReading()).isFalse();
    Work first = backlog.pollFirst();
    assertThat(first).isNotNull();
    backlog.finish(first.id());
    assertThat(backlog.wantsReading()).isTrue();
  }

  private static Backlog inStep() {
    Backlog backlog = new Backlog();
    for (int pass = 0; pass < 2; pass++) {
      assertThat(backlog.beginReading()).isNull();
      backlog.endReading(List.of(), true);
    }
    return backlog;
  }
}
