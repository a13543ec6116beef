package dev.gatehouse.process.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gatehouse.event.InboundEvent;
import dev.gatehouse.process.machine.MachineSettings.Illegal;
import dev.gatehouse.process.machine.MachineSettings.Order;
import dev.gatehouse.process.machine.MachineSettings.Transition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Seeded loops over machines and histories nobody thought of. A failure names its seed. */
class FoldRandomTest {
  private static final int ROUNDS = 3000;

  /** A machine where each type leads to one state, as real ones mostly do. */
  private static MachineSettings randomMachine(Random random, Order order) {
    int states = 2 + random.nextInt(5);
    List<Transition> transitions = new ArrayList<>();
    for (int to = 1; to < states; to++) {
      List<String> from = new ArrayList<>(List.of("s" + random.nextInt(to)));
      for (int extra = 0; extra < states; extra++) {
        if (extra != to && random.nextInt(3) == 0 && !from.contains("s" + extra)) {
          from.add("s" + extra);
        }
      }
      transitions.add(new Transition("to." + to, from, "s" + to, null));
    }
    return MachineSettings.of("order", Sample.ERP, "s0", order, transitions).with(Illegal.DEFER);
  }

  /** A history in which every event is legal when it comes in turn. */
  private static List<InboundEvent> legalHistory(
      MachineSettings settings, Random random, boolean byTime) {
    List<InboundEvent> history = new ArrayList<>();
    String state = settings.initial();
    int length = 1 + random.nextInt(8);
    for (int i = 1; i <= length; i++) {
      String now = state;
      List<Transition> open =
          settings.transitions().stream().filter(each -> each.from().contains(now)).toList();
      if (open.isEmpty()) {
        break;
      }
      Transition next = open.get(random.nextInt(open.size()));
      state = next.to();
      Sample sample = Sample.of(next.on());
      history.add(
          (byTime ? sample.at(Sample.NOON.plusMillis(i)) : sample.withSequence((long) i)).event());
    }
    return history;
  }

  private static EntityState fold(Machine machine, List<InboundEvent> events) {
    EntityState state = machine.start();
    List<Followers.Waiting> waiting = new ArrayList<>();
    for (InboundEvent event : events) {
      Verdict verdict = machine.fold(state, event, Sample.facts(event));
      if (verdict instanceof Verdict.Deferred) {
        waiting.add(new Followers.Waiting(event, Sample.facts(event)));
      }
      EntityState next = verdict.next();
      if (next == null) {
        continue;
      }
      state = next;
      for (Followers.Settled settled : Followers.settle(machine, state, List.copyOf(waiting))) {
        waiting.removeIf(each -> each.event().equals(settled.event()));
        EntityState after = settled.verdict().next();
        state = after == null ? state : after;
      }
    }
    assertThat(waiting).as("nobody waits for ever in a legal history").isEmpty();
    return state;
  }

  @Test
  void anyOrderOfArrivalEndsInTheStateOfTheRightOrder() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < ROUNDS; round++) {
      boolean byTime = random.nextBoolean();
      MachineSettings settings = randomMachine(random, byTime ? Order.TIME : Order.SEQUENCE);
      Machine machine = Machine.of(settings);
      List<InboundEvent> history = legalHistory(settings, random, byTime);
      EntityState inOrder = fold(machine, history);
      List<InboundEvent> shuffled = new ArrayList<>(history);
      for (int i = random.nextInt(3); i > 0 && !history.isEmpty(); i--) {
        shuffled.add(history.get(random.nextInt(history.size())));
      }
      Collections.shuffle(shuffled, random);
      EntityState anyOrder = fold(machine, shuffled);
      assertThat(anyOrder.state())
          .as("seed %s round %s: %s over %s", seed, round, settings.transitions(), shuffled)
          .isEqualTo(inOrder.state());
      assertThat(anyOrder.lastSequence()).isEqualTo(inOrder.lastSequence());
      assertThat(anyOrder.lastTime()).isEqualTo(inOrder.lastTime());
    }
  }

  @Test
  void foldingNeverThrowsAndMarksNeverFall() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    String[] guards = {
      "body.total < 1000",
      "body.a.b.c == state.to",
      "event.sequence > 3",
      "headers['x'] == 'y'",
      "size(body.list) > 1 && body.list.all(x, x > 0)",
      "body.text.matches('^a*$')",
      "has(body.total)",
    };
    for (int round = 0; round < ROUNDS; round++) {
      List<Transition> transitions = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        transitions.add(
            new Transition(
                "t" + i % 3,
                List.of("new", "s" + i),
                "s" + (i + 1) % 4,
                guards[random.nextInt(guards.length)]));
      }
      MachineSettings settings =
          MachineSettings.of("order", Sample.ERP, "new", pick(random, Order.values()), transitions)
              .with(pick(random, Illegal.values()))
              .with(pick(random, MachineSettings.Stale.values()))
              .with(pick(random, MachineSettings.Unmatched.values()));
      if (!(Machine.check(settings) instanceof Checked.Good good)) {
        continue;
      }
      EntityState state = good.machine().start();
      for (int i = 0; i < 6; i++) {
        InboundEvent event = randomEvent(random);
        Verdict verdict = good.machine().fold(state, event, Sample.facts(event));
        EntityState next = verdict.next();
        if (next != null) {
          assertThat(next.version()).as("seed %s", seed).isGreaterThanOrEqualTo(state.version());
          assertThat(state.lastSequence() == null || next.lastSequence() >= state.lastSequence())
              .as("seed %s", seed)
              .isTrue();
          assertThat(state.lastTime() == null || !next.lastTime().isBefore(state.lastTime()))
              .as("seed %s", seed)
              .isTrue();
          state = next;
        }
      }
    }
  }

  private static InboundEvent randomEvent(Random random) {
    String[] bodies = {
      "",
      "null",
      "{}",
      "[1,2]",
      "{\"total\":1e999}",
      "{\"total\":5,\"total\":6}",
      "{\"total\":\"5\"}",
      "{\"a\":{\"b\":{\"c\":\"s1\"}},\"list\":[1,\"x\"],\"text\":\"aaa\"}",
      "{\"total\":5,\"text\":\"\\ud800\\u0000\"}",
      "{".repeat(5000),
      "[".repeat(5000),
    };
    Instant[] times = {null, Instant.MIN, Instant.MAX, Sample.NOON, Sample.NOON.plusNanos(1)};
    Long[] sequences = {null, Long.MIN_VALUE, -1L, 0L, 4L, Long.MAX_VALUE};
    String[] types = {"t0", "t1", "t2", "t3", "", null};
    return Sample.of(pick(random, types))
        .withKey(random.nextInt(8) == 0 ? null : "k")
        .withBody(pick(random, bodies))
        .withSequence(pick(random, sequences))
        .at(pick(random, times))
        .event();
  }

  private static <T> T pick(Random random, T[] from) {
    return from[random.nextInt(from.length)];
  }
}
